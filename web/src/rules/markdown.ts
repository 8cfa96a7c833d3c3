/** The part of Markdown that the rulebooks are written in, read into blocks: headings, clauses, paragraphs, lists, tables,
 * text pictures. Nothing of it ever becomes HTML text, so there is nothing to escape. */

export type Inline =
  | { kind: "plain" | "em" | "strong" | "code"; text: string }
  /** A clause that is spoken of, such as SE-4.2. */
  | { kind: "clause"; text: string };

export type Block =
  | { kind: "heading"; level: number; id: string; text: Inline[]; plain: string }
  | { kind: "paragraph"; clause: string | null; text: Inline[] }
  | { kind: "list"; ordered: boolean; start: number; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "picture"; text: string };

const CLAUSE = /[A-Z]{2}-[0-9]+(?:\.[0-9]+)*[a-z]?/;
const CLAUSE_LINE = new RegExp(`^\\*\\*(${CLAUSE.source})\\*\\*\\s*`);
const INLINE = new RegExp(`\`[^\`]+\`|\\*\\*[^*]+\\*\\*|\\*[^*\\s][^*]*\\*|\\b${CLAUSE.source}(?![0-9A-Za-z])`, "g");
const WIDE = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/;

/** A text with its emphasis, code and clauses told apart. */
export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > at) found.push({ kind: "plain", text: text.slice(at, match.index) });
    const word = match[0];
    if (word.startsWith("`")) found.push({ kind: "code", text: word.slice(1, -1) });
    else if (word.startsWith("**")) found.push({ kind: "strong", text: word.slice(2, -2) });
    else if (word.startsWith("*")) found.push({ kind: "em", text: word.slice(1, -1) });
    else found.push({ kind: "clause", text: word });
    at = match.index + word.length;
  }
  if (at < text.length) found.push({ kind: "plain", text: text.slice(at) });
  return found;
}

export const plainOf = (text: readonly Inline[]): string => text.map((part) => part.text).join("");

/** Lines of one paragraph as one text: words are parted by a space, Japanese letters by nothing. */
export function joined(lines: readonly string[]): string {
  let text = "";
  for (const line of lines.map((each) => each.trim())) {
    const isWide = WIDE.test(text.slice(-1)) || WIDE.test(line.slice(0, 1));
    text += text && line && !isWide ? ` ${line}` : line;
  }
  return text;
}

/** The cells of a line of a table; a bar in code or after a backslash parts nothing. */
function cells(line: string): string[] {
  const found: string[] = [];
  let cell = "";
  let isCode = false;
  for (let i = 0; i < line.length; i++) {
    const letter = line[i];
    if (letter === "\\" && line[i + 1] === "|") cell += line[++i];
    else if (letter === "|" && !isCode) {
      found.push(cell.trim());
      cell = "";
    } else {
      if (letter === "`") isCode = !isCode;
      cell += letter;
    }
  }
  return found.slice(1);
}

/** A rulebook as blocks. Headings without a clause are called part-1, part-2, ... in every language. */
export function read(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.replaceAll(/\s*<!--[^>]*-->/g, "").split(/\r?\n/);
  let parts = 0;
  let i = 0;
  const rest = (): string => lines[i] ?? "";
  const isPlain = (line: string): boolean => line.trim() !== "" && !/^(?:#{1,6} |```|\||\s*(?:-|\d+\.) )/.test(line);

  while (i < lines.length) {
    const line = rest();
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    const item = /^(\s*)(-|(\d+)\.) /.exec(line);
    if (line.startsWith("```")) {
      const picture: string[] = [];
      for (i++; i < lines.length && !rest().startsWith("```"); i++) picture.push(rest());
      i++;
      blocks.push({ kind: "picture", text: picture.join("\n") });
    } else if (heading) {
      const words = heading[2] ?? "";
      const clause = new RegExp(`^${CLAUSE.source}(?= |$)`).exec(words)?.[0];
      const level = heading[1]?.length ?? 1;
      const id = clause ?? (level === 1 ? "top" : `part-${++parts}`);
      blocks.push({ kind: "heading", level, id, text: inline(words), plain: plainOf(inline(words)) });
      i++;
    } else if (line.startsWith("|")) {
      const rows: string[][] = [];
      for (; rest().startsWith("|"); i++) if (!/^\|[\s|:-]+$/.test(rest())) rows.push(cells(rest()));
      const [head = [], ...body] = rows;
      blocks.push({ kind: "table", head: head.map(inline), rows: body.map((row) => row.map(inline)) });
    } else if (item) {
      const ordered = item[3] !== undefined;
      const items: string[][] = [];
      for (; i < lines.length; i++) {
        const mark = /^\s*(?:-|\d+\.) (.*)$/.exec(rest());
        if (mark) items.push([mark[1] ?? ""]);
        else if (/^\s+\S/.test(rest())) items[items.length - 1]?.push(rest());
        else break;
      }
      blocks.push({
        kind: "list",
        ordered,
        start: Number(item[3] ?? 1),
        items: items.map((each) => inline(joined(each))),
      });
    } else if (line.trim() === "") {
      i++;
    } else {
      const clause = CLAUSE_LINE.exec(line)?.[1] ?? null;
      const words = [line.replace(CLAUSE_LINE, "")];
      for (i++; i < lines.length && isPlain(rest()) && !CLAUSE_LINE.test(rest()); i++) words.push(rest());
      blocks.push({ kind: "paragraph", clause, text: inline(joined(words)) });
    }
  }
  return blocks;
}

/** The same blocks with these sections after all others, under a heading that says for whom they are. */
export function lastly(blocks: readonly Block[], sections: ReadonlySet<string>, heading: string): Block[] {
  const [first, last]: [Block[], Block[]] = [[], []];
  let to = first;
  for (const block of blocks) {
    if (block.kind === "heading" && block.level <= 2) to = sections.has(block.id) ? last : first;
    to.push(block);
  }
  if (!last.length) return first;
  return [...first, { kind: "heading", level: 2, id: "programmers", text: inline(heading), plain: heading }, ...last];
}

export interface Found {
  id: string;
  /** What stands before, in and after what was found. */
  before: string;
  hit: string;
  after: string;
}

/** Letters for comparing: wide and large ones count as plain ones. */
export const folded = (text: string): string => text.normalize("NFKC").toLowerCase();

/** The clauses in which these words stand, in the order of the book. */
export function search(blocks: readonly Block[], words: string, most = 60): Found[] {
  const wanted = folded(words.trim());
  const found = new Map<string, Found>();
  if (!wanted) return [];
  let id = "top";
  for (const block of blocks) {
    if (block.kind === "heading") id = block.id;
    if (block.kind === "paragraph" && block.clause) id = block.clause;
    if (found.size >= most) break;
    if (found.has(id)) continue;
    const whole = textsOf(block).find((text) => folded(text).includes(wanted));
    if (whole === undefined) continue;
    const at = folded(whole).indexOf(wanted);
    const end = at + wanted.length;
    found.set(id, {
      id,
      before: before(whole.slice(0, at), id),
      hit: whole.slice(at, end),
      after: whole.slice(end, end + 60) + (whole.length > end + 60 ? "…" : ""),
    });
  }
  return [...found.values()];
}

/** The last words before what was found; the number of the clause stands elsewhere. */
function before(text: string, id: string): string {
  const words = text.startsWith(`${id} `) ? text.slice(id.length + 1) : text;
  return words.length > 48 ? words.slice(-48).replace(/^\S{0,14}\s/, "").replace(/^/, "…") : words;
}

/** What can be read as one: a paragraph, an item of a list, a row of a table. */
function textsOf(block: Block): string[] {
  switch (block.kind) {
    case "heading":
      return [block.plain];
    case "paragraph":
      // What is searched for may be the number itself.
      return [block.clause ? `${block.clause} ${plainOf(block.text)}` : plainOf(block.text)];
    case "list":
      return block.items.map(plainOf);
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(plainOf).join(" · "));
    case "picture":
      return [];
  }
}
