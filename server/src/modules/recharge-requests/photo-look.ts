/** The grids of grey points that a photo is compared by, in this order. */
export const lookGrids = [
  { width: 9, height: 8 },
  { width: 32, height: 32 },
] as const;

/**
 * How far a field of the finer grid may differ in the same photo, compressed again or sent in another size (at most 9 was
 * measured, and at least 24 between receipts of one application).
 */
const fieldsApart = 12;

/** The difference hash as 64 characters 0 and 1: for each point whether its right neighbour is lighter. */
export function lookOf(points: Buffer): string {
  let bits = '';
  for (let y = 0; y < 8; y += 1) {
    for (let x = 0; x < 8; x += 1) {
      const at = y * 9 + x;
      bits += (points[at] ?? 0) < (points[at + 1] ?? 0) ? '1' : '0';
    }
  }
  return bits;
}

const average = (points: Buffer): number => points.reduce((sum, point) => sum + point, 0) / points.length;

/** Whether two finer grids are of the same picture; a photo that became lighter as a whole stays the same. */
export function isSamePicture(one: Buffer, other: Buffer): boolean {
  const lighter = average(other) - average(one);
  return one.every((point, at) => Math.abs((other[at] ?? 0) - point - lighter) <= fieldsApart);
}
