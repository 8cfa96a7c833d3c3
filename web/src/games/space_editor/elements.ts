/** The four elements, in the order in which people are shown them. */
export const ELEMENTS = ["water", "wind", "earth", "fire"] as const;
