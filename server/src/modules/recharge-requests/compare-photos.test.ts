import { expect, test } from 'vitest';
import { differenceHash, isSamePicture } from './compare-photos.ts';

test('the difference hash of a photo is 64 characters, one for each point and its right neighbour', () => {
  const rising = Buffer.from(Array.from({ length: 72 }, (_, at) => at % 9));
  const falling = Buffer.from(Array.from({ length: 72 }, (_, at) => 9 - (at % 9)));
  expect(differenceHash(rising)).toBe('1'.repeat(64));
  expect(differenceHash(falling)).toBe('0'.repeat(64));
  // Points of equal brightness count as not brighter.
  expect(differenceHash(Buffer.alloc(72, 7))).toBe('0'.repeat(64));
  const first = Buffer.alloc(72);
  first[1] = 1;
  expect(differenceHash(first)).toBe(`1${'0'.repeat(63)}`);
});

test('two grids are of one picture when no point differs by more than 12 after their averages are aligned', () => {
  const grid = (...points: number[]) => Buffer.from([...points, 100, 100]);
  expect(isSamePicture(grid(50, 50), grid(62, 38))).toBe(true);
  expect(isSamePicture(grid(50, 50), grid(63, 37))).toBe(false);
  expect(isSamePicture(Buffer.from([10, 20, 30]), Buffer.from([70, 80, 90]))).toBe(true);
});
