/** The table's own texts before a game's are there. */
import shared from "../generated/shared.json";
import tableRows from "../texts/table.json";
import { settings } from "./settings.svelte";
import { Texts } from "./texts";

class TableTexts {
  readonly now: Texts = $derived.by(() => new Texts(settings.kept.lang, [tableRows, shared]));
}

export const tableTexts = new TableTexts();
