/** A price (above 0: another one is refused) that falls to less than half, often a digit that was left out: the screens ask once more. */
export const fallsByMoreThanHalf = (from: number, to: number): boolean => to > 0 && to * 2 < from;
