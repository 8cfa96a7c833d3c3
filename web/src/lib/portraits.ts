/** Our own pictures of the bots, as SVG text without a page: anybody can print or export them. Each is a head before a night sky, in a
 * box of 96 by 96, drawn with plain forms so that it can be told at the size of a letter. */

const sky = (from: string, to: string, id: string): string =>
  `<defs><radialGradient id="${id}" cx="35%" cy="25%" r="95%"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></radialGradient></defs>` +
  `<circle cx="48" cy="48" r="47" fill="url(#${id})"/>`;
const stars = (points: readonly (readonly [number, number, number])[]): string =>
  `<g fill="#fff" fill-opacity=".85">${points.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join("")}</g>`;
const mirrored = (half: string): string => `${half}<g transform="matrix(-1 0 0 1 96 0)">${half}</g>`;
const eyes = (x: number, y: number, r: number, iris = "#fff", pupil = "#1b1a2b"): string =>
  mirrored(`<circle cx="${x}" cy="${y}" r="${r}" fill="${iris}"/><circle cx="${x + r * 0.18}" cy="${y + r * 0.08}" r="${r * 0.58}" fill="${pupil}"/><circle cx="${x - r * 0.1}" cy="${y - r * 0.3}" r="${r * 0.2}" fill="#fff"/>`);

type Painter = (id: string) => string;
const PAINTERS: Readonly<Record<string, Painter>> = {
  // A chick that has just come out: two tufts, large eyes, half a shell.
  level1: (id) =>
    sky("#7fc4e8", "#2d5f96", id) +
    stars([[14, 36, 1.4], [82, 30, 1.8], [72, 12, 1.2]]) +
    `<path d="M44 22q-6-12 2-14q2 6 4 9q4-7 10-5q-1 8-9 12z" fill="#e9b93c"/><ellipse cx="48" cy="50" rx="29" ry="30" fill="#f7d560"/>` +
    mirrored(`<ellipse cx="27" cy="58" rx="6" ry="4" fill="#f0a24e" fill-opacity=".7"/>`) +
    eyes(36, 46, 8, "#fff") +
    `<path d="M40 57q8-4 16 0l-8 10z" fill="#e0752d"/><path d="M17 66l8 5 7-6 8 7 8-7 8 7 8-7 7 6 8-5q-3 28-31 29q-28-1-31-29z" fill="#f4f1e6" stroke="#cfc8b2" stroke-width="1.5"/>`,
  // A fox that looks aside.
  level2: (id) =>
    sky("#ffd9a0", "#b4573a", id) +
    stars([[16, 20, 1.6], [80, 18, 1.4]]) +
    mirrored(`<path d="M18 46L20 10l22 18z" fill="#d9682b"/><path d="M23 36l1-16 11 10z" fill="#40242a"/>`) +
    `<path d="M14 44q34-32 68 0q-4 24-34 40q-30-16-34-40z" fill="#e57c36"/>` +
    mirrored(`<path d="M14 46q18 0 26 14l8 22q-30-12-34-36z" fill="#fdf1e2"/>`) +
    mirrored(`<path d="M26 48q8-6 14 2q-8 5-14-2z" fill="#2a1a22"/><circle cx="35" cy="48" r="1.5" fill="#fff"/>`) +
    `<ellipse cx="48" cy="80" rx="6.5" ry="5" fill="#2a1a22"/>`,
  // A bear who has time.
  level3: (id) =>
    sky("#9ed0a4", "#2f5b52", id) +
    stars([[48, 8, 1.6], [10, 50, 1.3], [87, 46, 1.3]]) +
    mirrored(`<circle cx="23" cy="25" r="13" fill="#7a5136"/><circle cx="23" cy="25" r="6.5" fill="#c79a72"/>`) +
    `<ellipse cx="48" cy="52" rx="36" ry="34" fill="#8f6243"/><ellipse cx="48" cy="65" rx="19" ry="16" fill="#e2c19c"/>` +
    eyes(33, 46, 5, "#241713", "#241713") +
    `<path d="M40 57q8-5 16 0q-1 7-8 8q-7-1-8-8z" fill="#2b1b16"/><path d="M48 65v5m-8 2q4 4 8-2q4 6 8 2" fill="none" stroke="#2b1b16" stroke-width="2.4" stroke-linecap="round"/>` +
    mirrored(`<path d="M26 37q6-4 12-1" fill="none" stroke="#5c3a25" stroke-width="3" stroke-linecap="round"/>`),
  // A cat of the moon.
  level4: (id) =>
    sky("#8e86d6", "#2a2560", id) +
    stars([[14, 34, 1.4], [84, 40, 1.6], [48, 7, 1.2]]) +
    mirrored(`<path d="M15 52L19 12l25 20z" fill="#3b3a57"/><path d="M22 36l2-16 12 10z" fill="#a88bb8"/>`) +
    `<path d="M48 26c24 0 36 14 36 31S66 86 48 86 12 74 12 57s12-31 36-31z" fill="#4a4969"/>` +
    `<path d="M53 31a9 9 0 1 0 3 13a7.5 7.5 0 1 1-3-13z" fill="#f5e6a8"/>` +
    mirrored(`<path d="M21 56q9-10 19 0q-10 8-19 0z" fill="#cdf07a"/><ellipse cx="31" cy="56" rx="2" ry="5.5" fill="#16152a"/>`) +
    `<path d="M44 66h8l-4 5z" fill="#e0a3b4"/><path d="M48 71q-5 7-11 3m11-3q5 7 11 3" fill="none" stroke="#20203a" stroke-width="2" stroke-linecap="round"/>` +
    mirrored(`<path d="M30 68L8 64m22 8L9 75" stroke="#d8d5ee" stroke-width="1.3" fill="none"/>`),
  // An owl that has seen many skies.
  level5: (id) =>
    sky("#56619c", "#0d1030", id) +
    stars([[13, 40, 1.7], [84, 36, 1.5], [70, 8, 1.3], [26, 9, 1.1], [48, 5, 1.6]]) +
    mirrored(`<path d="M14 40L10 8q18 6 30 18z" fill="#6b5a86"/>`) +
    `<path d="M48 20c26 0 37 14 37 34S68 92 48 92 11 74 11 54s11-34 37-34z" fill="#7d6a9b"/>` +
    `<path d="M34 74l5 5 4-5 5 5 5-5 4 5 5-5v12q-14 8-28 0z" fill="#a897c4"/>` +
    mirrored(`<circle cx="31" cy="49" r="17.5" fill="#e9e0f4"/><circle cx="31" cy="49" r="12" fill="#f2b640"/><circle cx="32.5" cy="49" r="7" fill="#141226"/><circle cx="29" cy="45" r="2.6" fill="#fff"/>`) +
    `<path d="M43 58q5-4 10 0l-5 13z" fill="#d98a2b"/>` +
    `<path d="M48 24l2 5 5 .3-4 3.3 1.4 5-4.4-2.8-4.4 2.8 1.4-5-4-3.3 5-.3z" fill="#ffe9a6"/>`,
  // A magpie that takes what glitters.
  greedy: (id) =>
    sky("#d3e6ea", "#5b8a99", id) +
    `<path d="M48 16c22 0 33 15 33 34S66 90 48 90 15 70 15 50s11-34 33-34z" fill="#1f2733"/><path d="M20 66q28-18 56 0q-6 24-28 24t-28-24z" fill="#f7f7f2"/>` +
    eyes(35, 44, 7, "#fff") +
    `<path d="M40 52q8-5 16 0l-8 20z" fill="#3b3f46"/><path d="M48 74l6 6-6 8-6-8z" fill="#62d6e8" stroke="#2a8ea0" stroke-width="1.5"/>`,
  // Dice.
  random: (id) =>
    sky("#f0c6cf", "#93405c", id) +
    `<g transform="rotate(-12 48 50)"><rect x="20" y="22" width="56" height="56" rx="13" fill="#fbf6ee" stroke="#cfc3b3" stroke-width="2"/>` +
    `<g fill="#3a2230"><circle cx="35" cy="37" r="5.5"/><circle cx="61" cy="37" r="5.5"/><path d="M34 59q14 13 28 0" fill="none" stroke="#3a2230" stroke-width="5" stroke-linecap="round"/></g></g>`,
};

/** The bots that have a picture. */
export const PORTRAITS: readonly string[] = Object.keys(PAINTERS);

/** The picture of a bot; null if it has none. `id` keeps its parts apart from those of the same picture elsewhere on a page. */
export function portrait(bot: string, id = `sky-${bot}`): string | null {
  const paint = PAINTERS[bot];
  return paint === undefined ? null : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" aria-hidden="true" focusable="false">${paint(id)}</svg>`;
}
