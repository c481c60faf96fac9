/** The grey-scale grids for the comparison of photos, in this order. */
export const comparisonGrids = [
  { width: 9, height: 8 },
  { width: 32, height: 32 },
] as const;

/**
 * The largest difference of a point of the finer grid between copies of one photo that was recompressed or resized (measured: at most 9;
 * at least 24 between different receipts of one application).
 */
const maxPointDifference = 12;

/** The difference hash (dHash) of a 9 x 8 grid, 64 characters 0 or 1: 1 where the right neighbour of a point is lighter. */
export function differenceHash(points: Buffer): string {
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

/** Whether two finer grids are of the same picture. A uniform change of brightness is ignored. */
export function isSamePicture(one: Buffer, other: Buffer): boolean {
  const lighter = average(other) - average(one);
  return one.every((point, at) => Math.abs((other[at] ?? 0) - point - lighter) <= maxPointDifference);
}
