/** A price that falls to less than half, often a digit that was left out: the screens ask once more. */
export const fallsByMoreThanHalf = (from: number, to: number): boolean => to * 2 < from;
