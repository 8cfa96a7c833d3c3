/** Small signs in a box of 24, for zones and states. */
export const MARKS = {
  tower: "M5 21V10L3.500 8V3h3v2.200h3V3h5v2.200h3V3h3v5L19 10v11h-5v-5.500a2 2 0 0 0-4 0V21z",
  crystal: "M12 1.500l7 7.500-7 13.500L5 9zM12 5L8 9.300l4 8z",
  energy: "M14 1.500L4.500 13.500H11L9.500 22.500 19.500 10H13z",
  hand: "M3 8.500l6.500-3 5.500 12.500-6.500 3zM11.500 4.500h7.500v14h-3.300z",
  deck: "M5 6h12v15H5zM8 3h12v15h-1.500V4.500H8z",
  trash: "M9 2.500h6l1 2h5v2.500H3V4.500h5zM5 9h14l-1.200 13H6.200z",
  sword: "M21.500 2.500l-1 5L11 17l-4-4 9.500-9.500zM5.500 13.500l5 5-1.800 1.800-1.900-1.900-3.300 3.300-1.700-1.700 3.300-3.300-1.400-1.400z",
  shield: "M12 2l8 3v6c0 5.500-3.300 9-8 11-4.700-2-8-5.500-8-11V5z",
  dizzy: "M12 3a9 9 0 1 0 9 9h-2.500A6.500 6.500 0 1 1 12 5.500a5 5 0 0 1 5 5 3.800 3.800 0 1 1-7.600 0h2.300a1.500 1.500 0 1 0 3 0A2.700 2.700 0 0 0 12 7.800z",
  afflicted: "M12 2c4 5 7 8.500 7 13a7 7 0 0 1-14 0c0-4.500 3-8 7-13zm-1 6v4H7.500v2H11v4h2v-4h3.500v-2H13V8z",
  engaged: "M12 4V1l5 4.500L12 10V7a5.500 5.500 0 1 0 5.500 5.500h3A8.500 8.500 0 1 1 12 4z",
  facedown: "M4 3h16v18H4zm2.500 2.500v13h11v-13zM12 7.500L15.500 12 12 16.500 8.500 12z",
  attached: "M8 12a4 4 0 0 1 4-4h5a4 4 0 0 1 0 8h-3v-2.500h3a1.500 1.500 0 0 0 0-3h-5a1.500 1.500 0 0 0-1.500 1.500zM16 12a4 4 0 0 1-4 4H7a4 4 0 0 1 0-8h3v2.500H7a1.500 1.500 0 0 0 0 3h5a1.500 1.500 0 0 0 1.500-1.500z",
  granted: "M12 2l2.300 7.200L21.500 12l-7.200 2.800L12 22l-2.300-7.200L2.500 12l7.200-2.800z",
  mana: "M12 2l8.700 5v10L12 22l-8.700-5V7z",
  outside: "M5 4h5v16H5zM14 4h5v16h-5z",
  spell: "M5 3h11l4 4v14H5zm3 6h8v2H8zm0 4h8v2H8zm0 4h5v2H8z",
} as const;
export type MarkName = keyof typeof MARKS;

/** The moments, passives and types of spells whose mark is one of these; all others have one among the emblems. */
export const ABILITY_MARKS: Readonly<Record<string, MarkName>> = {
  attacks: "sword",
  blocks: "shield",
  sieges: "tower",
  afflicted: "afflicted",
  crystallised: "crystal",
  cast: "spell",
  mana: "mana",
  instant: "energy",
  active: "granted",
  attached: "attached",
  hidden: "facedown",
};
