// An outline (the `d` of an SVG path) drawn again on a grid of whole numbers. Every point is rounded where it stands, not the
// way to it, so that no error grows along the outline.

const COUNTS = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 };

/** The commands of an outline with their numbers. */
function* commands(d) {
  for (const [, letter, rest] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const kind = letter.toLowerCase();
    const count = COUNTS[kind];
    if (count === undefined) throw new Error(`an outline with the command ${letter}`);
    const numbers = kind === "a" ? arcNumbers(rest) : (rest.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
    if (count === 0) yield [letter, []];
    for (let i = 0; i < numbers.length; i += count || 1) {
      // After the first point of a move come lines.
      const follows = i > 0 && kind === "m" ? (letter === "m" ? "l" : "L") : letter;
      yield [follows, numbers.slice(i, i + count)];
    }
  }
}

/** The numbers of arcs, whose two flags may stand without anything between them. */
function arcNumbers(text) {
  const number = "\\s*,?\\s*([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d+)?)";
  const flag = "\\s*,?\\s*([01])";
  return [...text.matchAll(new RegExp(number.repeat(3) + flag.repeat(2) + number.repeat(2), "gi"))].flatMap((found) => found.slice(1).map(Number));
}

/** Numbers one after another: a minus parts them as well as a space. */
const joined = (numbers) => numbers.map((n, i) => (i && n >= 0 ? ` ${n}` : `${n}`)).join("");

export function redrawn(d, scale) {
  const grid = (n) => Math.round(n * scale);
  let made = "";
  let last = "";
  // Where the pen is as it was drawn, and where it is on the grid; where the outline began.
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const write = (letter, numbers) => {
    made += (letter === last && letter !== "m" ? (numbers[0] < 0 ? "" : " ") : letter) + joined(numbers);
    last = letter;
  };
  for (const [letter, numbers] of commands(d)) {
    const kind = letter.toLowerCase();
    const isOwn = letter !== kind;
    if (kind === "z") {
      made += "z";
      last = "z";
      [x, y] = [startX, startY];
      continue;
    }
    const [fromX, fromY] = [x, y];
    const [gx, gy] = [grid(fromX), grid(fromY)];
    const across = (n) => (isOwn ? n : fromX + n);
    const down = (n) => (isOwn ? n : fromY + n);
    if (kind === "h") x = across(numbers[0]);
    else if (kind === "v") y = down(numbers[0]);
    else [x, y] = [across(numbers.at(-2)), down(numbers.at(-1))];
    if (kind === "m") [startX, startY] = [x, y];
    const [dx, dy] = [grid(x) - gx, grid(y) - gy];
    if (kind === "m") {
      made += `M${joined([grid(x), grid(y)])}`;
      last = "M";
    } else if (kind === "h" || kind === "v" || kind === "l") {
      if (dx === 0 && dy === 0) continue;
      if (dy === 0) write("h", [dx]);
      else if (dx === 0) write("v", [dy]);
      else write("l", [dx, dy]);
    } else if (kind === "a") {
      const [rx, ry, turn, large, sweep] = numbers;
      const round = (n) => Math.round(n * scale * 10) / 10;
      if (dx === 0 && dy === 0) continue;
      write("a", [round(rx), round(ry), turn, large, sweep, dx, dy]);
    } else {
      const points = numbers.map((n, i) => (i % 2 ? grid(down(n)) - gy : grid(across(n)) - gx));
      if (points.every((n) => n === 0)) continue;
      write(kind, points);
    }
  }
  return made;
}
