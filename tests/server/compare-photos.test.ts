import { proofLimits } from '@almas/contract/limits';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { receiptPicture } from '../../server/src/demo/receipt-picture.ts';
import { greyAverages } from '../../server/src/modules/pictures/grey-averages.mjs';
import {
  comparisonGrids,
  differenceHash,
  isSamePicture,
} from '../../server/src/modules/recharge-requests/compare-photos.ts';
import { random } from '../support/random.ts';

/* Measures how many receipts are recognised, with the grids that the picture process computes. */
const rng = random(2_026);
const digits = (length: number) => Array.from({ length }, () => rng.between(0, 9)).join('');
/** Receipts of five applications; those of one application differ only in their figures. */
const receipt = () =>
  receiptPicture({
    layout: rng.between(0, 4),
    lines: [
      `${digits(2)}/11/2026 ${digits(2)}:${digits(2)}`,
      digits(10),
      digits(12),
      `${digits(4)},00`,
      digits(8),
    ],
    width: 360,
    height: 640,
  });

interface PhotoHashes {
  /** The 64 points in two halves: half a million pairs are compared, and a bigint for each takes seconds. */
  readonly bits: readonly [number, number];
  readonly grid: Buffer;
}
async function hashesOf(content: Buffer): Promise<PhotoHashes> {
  const { data, info } = await sharp(content).greyscale().raw().toBuffer({ resolveWithObject: true });
  const [coarse, fine] = comparisonGrids.map((grid) => greyAverages(data, info, grid));
  if (!coarse || !fine) throw new Error('no grid');
  const points = differenceHash(coarse);
  const bits = [points.slice(0, 32), points.slice(32)].map((half) => Number.parseInt(half, 2));
  return { bits: bits as [number, number], grid: fine };
}
function differentBits(one: number, other: number): number {
  let count = 0;
  for (let left = one ^ other; left !== 0; left &= left - 1) count += 1;
  return count;
}
const haveCloseHashes = ({ bits: [one, two] }: PhotoHashes, { bits: [three, four] }: PhotoHashes) =>
  differentBits(one, three) + differentBits(two, four) <= proofLimits.nearBits;
const isRecognised = (one: PhotoHashes, other: PhotoHashes) =>
  haveCloseHashes(one, other) && isSamePicture(one.grid, other.grid);

/** The pairs grow with the square of the receipts. */
const receipts = process.env.LONG ? 1_000 : 300;
const nearPairs = process.env.LONG ? 10_000 : 900;
const contents: Buffer[] = [];
const hashes: PhotoHashes[] = [];
beforeAll(async () => {
  for (let n = 0; n < receipts; n += 1) contents.push(await receipt());
  for (const content of contents) hashes.push(await hashesOf(content));
});

describe('the comparison of receipts', () => {
  test(`no two of ${receipts} different receipts are taken for the same picture, although over ${nearPairs} pairs have near hashes [DSK-10]`, () => {
    let closePairs = 0;
    const mistakenPairs: string[] = [];
    for (const [n, one] of hashes.entries())
      for (const [m, other] of hashes.slice(n + 1).entries()) {
        if (!haveCloseHashes(one, other)) continue;
        closePairs += 1;
        if (isSamePicture(one.grid, other.grid)) mistakenPairs.push(`${n} and ${n + 1 + m}`);
      }
    expect(closePairs).toBeGreaterThan(nearPairs);
    expect(mistakenPairs).toEqual([]);
  });

  test('a receipt is recognised in at least 95 of 100 cases after recompression, resizing, lightening or darkening [DSK-10]', async () => {
    const changes: Record<string, (content: Buffer) => Promise<Buffer>> = {
      'quality 30': (content) => sharp(content).jpeg({ quality: 30 }).toBuffer(),
      'quality 60': (content) => sharp(content).jpeg({ quality: 60 }).toBuffer(),
      'half the size': (content) => sharp(content).resize({ width: 180 }).jpeg({ quality: 70 }).toBuffer(),
      'an odd size': (content) => sharp(content).resize({ width: 317 }).jpeg({ quality: 60 }).toBuffer(),
      larger: (content) => sharp(content).resize({ width: 720 }).jpeg({ quality: 60 }).toBuffer(),
      lighter: (content) => sharp(content).modulate({ brightness: 1.05 }).jpeg({ quality: 70 }).toBuffer(),
      darker: (content) => sharp(content).modulate({ brightness: 0.95 }).jpeg({ quality: 70 }).toBuffer(),
    };
    const shares: Record<string, number> = {};
    for (const [name, change] of Object.entries(changes)) {
      let found = 0;
      for (let n = 0; n < 40; n += 1) {
        const [content, hashesOfOriginal] = [contents[n], hashes[n]];
        if (
          content &&
          hashesOfOriginal &&
          isRecognised(hashesOfOriginal, await hashesOf(await change(content)))
        )
          found += 1;
      }
      shares[name] = found / 40;
    }
    for (const [name, found] of Object.entries(shares)) expect([name, found >= 0.95]).toEqual([name, true]);
  });
});
