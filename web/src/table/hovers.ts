/** Pointers that hover: a finger is at a place only while it presses it. */
export const hovers = (event: PointerEvent): boolean => event.pointerType !== "touch";
