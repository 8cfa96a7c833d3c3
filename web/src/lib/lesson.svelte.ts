/** A lesson as the page plays it: a prepared position that says what it asks for. */
import type { InWords, LessonAnswer, LessonNow, ServerMessage, TableInfo } from "../wire";
import type { Refusing } from "./model.svelte";
import { PreparedSource, tableOf } from "./prepared.svelte";

/** What stands in a trail for a step that was only read. */
const READ = "";

export class LessonSource extends PreparedSource<LessonNow, LessonAnswer> {
  constructor(game: string, lesson: string, keep: (trail: readonly string[], isDone: boolean) => void) {
    super(game, `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(lesson)}`, "astray", keep);
  }

  override goOn(word: string = READ): Promise<void> {
    return super.goOn(word);
  }

  protected override infoOf(now: LessonNow, lang: "en" | "ja"): TableInfo {
    return tableOf(now.lesson, now.game, now.seat, now.names.map((name) => name[lang]), now);
  }

  protected override isOver(now: LessonNow): boolean {
    return now.step >= now.steps;
  }

  /** What is not asked for is met by the words of the lesson. */
  protected override missed(found: LessonAnswer): ServerMessage | Refusing {
    return { type: "refused", id: 0, code: "not_asked", message: "", ...this.about(found) };
  }

  protected override about(found: LessonAnswer): { said?: InWords } {
    return found.note === null ? {} : { said: found.note };
  }
}
