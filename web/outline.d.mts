/** An outline drawn again on a grid of whole numbers, `scale` times as large. */
export function redrawn(d: string, scale: number): string;
