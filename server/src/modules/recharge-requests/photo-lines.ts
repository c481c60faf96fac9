import { lineBytes, lineCells } from '../pictures/text-lines.mjs';

/*
 * Whether two photos are of one receipt, by their lines of text: also when one of them was cropped, tilted, turned, or has another
 * status bar. Receipts of one application have most lines in common; those of two transfers differ in the figures.
 */
interface TextLine {
  /** From the top of the photo, as a part of its height. */
  readonly at: number;
  /** Its width by its height. */
  readonly ratio: number;
  /** Darkness, 0 to 15, row by row. */
  readonly cells: Uint8Array;
}

const { width, height } = lineCells;
/** A line of letters has this ratio in two photos, but for the rounding of its height and what a tilt leaves of its ends. */
const ratioTolerance = 0.14;
const haveOneShape = (one: number, other: number): boolean => Math.abs(one / other - 1) < ratioTolerance;

function readLines(bytes: Buffer): TextLine[] {
  const lines: TextLine[] = [];
  for (let from = 0; from + lineBytes <= bytes.length; from += lineBytes) {
    const cells = new Uint8Array(width * height);
    for (let at = 0; at < cells.length; at += 2) {
      const pair = bytes[from + 4 + at / 2] ?? 0;
      cells[at] = pair >> 4;
      cells[at + 1] = pair & 15;
    }
    lines.push({ at: bytes.readUInt16BE(from) / 65_535, ratio: bytes.readUInt16BE(from + 2) / 256, cells });
  }
  return lines;
}

const turned = (lines: readonly TextLine[]): TextLine[] =>
  lines.map(({ at, ratio, cells }) => ({ at: 1 - at, ratio, cells: cells.toReversed() })).reverse();

/** Cells of a line that are compared together: about two letters. */
const part = 6;

/** The largest average difference of a part, when the lines lie as well as possible over each other. */
function difference(one: Uint8Array, other: Uint8Array): number {
  let best = 15;
  for (const down of [-1, 0, 1]) {
    let worst = 0;
    for (let from = 0; from + part <= width && worst < best; from += 2) {
      let least = 15;
      for (const across of [-1, 0, 1])
        least = Math.min(least, partDifference(one, other, from, across, down));
      worst = Math.max(worst, least);
    }
    best = Math.min(best, worst);
  }
  return best;
}

function partDifference(
  one: Uint8Array,
  other: Uint8Array,
  from: number,
  across: number,
  down: number,
): number {
  let sum = 0;
  let count = 0;
  for (let y = Math.max(0, -down); y < Math.min(height, height - down); y += 1)
    for (let x = from; x < from + part; x += 1) {
      const there = x + across;
      if (there < 0 || there >= width) continue;
      sum += Math.abs((one[y * width + x] ?? 0) - (other[(y + down) * width + there] ?? 0));
      count += 1;
    }
  return sum / count;
}

/**
 * Measured: at most 2.5 for a line of one receipt that is tilted by up to 2°, at least 2.8 for another amount, reference or time. One
 * other digit in a tilted photo is often less, and such a receipt is taken for the same: approving it asks once.
 */
const sameLine = 2.6;
/** For photos whose lines are otherwise equal, such as screenshots of one telephone: one other digit is mostly more, but 0.9 was seen. */
const sameLineOfEqual = 1;
const equalLines = 0.15;
/** Fewer lines in common say nothing. */
const fewestLines = 4;
/**
 * The bars of a telephone and the coloured head of an application are in this part of a screenshot, at its top and at its bottom. Where
 * the head ends in the white corner of a tilted photo, its title has another length.
 */
const barPart = 0.1;

interface Pair {
  readonly one: number;
  readonly other: number;
  readonly difference: number;
}

/** The lines that both photos have, in their order. */
function pairsOf(one: readonly TextLine[], other: readonly TextLine[]): Pair[] {
  const pairs: Pair[] = [];
  let after = -1;
  for (const [index, line] of one.entries()) {
    let best: Pair | undefined;
    for (let at = after + 1; at < other.length; at += 1) {
      const candidate = other[at];
      if (!candidate || !haveOneShape(line.ratio, candidate.ratio)) continue;
      const found = difference(line.cells, candidate.cells);
      if (found < (best?.difference ?? sameLine)) best = { one: index, other: at, difference: found };
    }
    if (!best) continue;
    pairs.push(best);
    after = best.other;
  }
  return pairs;
}

function areOfOneReceipt(one: readonly TextLine[], other: readonly TextLine[]): boolean {
  const pairs = pairsOf(one, other);
  const [first, last] = [pairs[0], pairs.at(-1)];
  if (pairs.length < fewestLines || !first || !last) return false;
  const differences = pairs.map((pair) => pair.difference).sort((a, b) => a - b);
  const areEqual = (differences[Math.floor(differences.length / 2)] ?? 0) < equalLines;
  if (areEqual && (differences.at(-1) ?? 0) > sameLineOfEqual) return false;
  return (
    hasNoOther(
      one,
      other,
      pairs.map((pair) => pair.one),
      [first.one, last.one],
      [first.other, last.other],
    ) &&
    hasNoOther(
      other,
      one,
      pairs.map((pair) => pair.other),
      [first.other, last.other],
      [first.one, last.one],
    )
  );
}

type Ends = readonly [first: number, last: number];

/** Whether each line of a photo is in the other one too, but for those in its bars and those that the other one does not show. */
function hasNoOther(
  lines: readonly TextLine[],
  others: readonly TextLine[],
  paired: readonly number[],
  [first, last]: Ends,
  [otherFirst, otherLast]: Ends,
): boolean {
  const position = (of: readonly TextLine[], index: number) => of[index]?.at ?? 0;
  const scale =
    (position(others, otherLast) - position(others, otherFirst)) /
    (position(lines, last) - position(lines, first));
  const isShown = (at: number) => at > barPart && at < 1 - barPart;
  return lines.every(({ at }, index) => {
    if (paired.includes(index)) return true;
    const there = position(others, otherFirst) + (at - position(lines, first)) * scale;
    return !isShown(at) || !isShown(there);
  });
}

/** Whether two photos are of one receipt, in whatever position. */
export function isSameReceipt(one: Buffer, other: Buffer): boolean {
  const [lines, others] = [readLines(one), readLines(other)];
  return areOfOneReceipt(lines, others) || areOfOneReceipt(turned(lines), others);
}

/** Lines by which a receipt differs from another one of its application. */
const tellingLines = 5;

/** Whether two photos are of two receipts of one application: most lines are the same, and others are not. */
export function isOtherReceipt(one: Buffer, other: Buffer): boolean {
  const [lines, others] = [readLines(one), readLines(other)];
  return pairsOf(lines, others).length >= tellingLines && !areOfOneReceipt(lines, others);
}

/** Whether two photos have enough lines to see a difference in them. */
export const isSeenByLines = (one: Buffer, { outline }: { readonly outline: Buffer }): boolean =>
  one.length > tellingLines * lineBytes && outline.length > tellingLines * outlineNumbers * 4;

/** Numbers of a line in an outline: its ratio and the two halves of a hash. */
const outlineNumbers = 3;
/** Of the 64 bits of a hash, those that may differ in one line. */
const nearBits = 14;

/** What is read of every earlier photo to find the few whose lines are compared: 0.3 kB instead of 12. */
export const outlineOf = (bytes: Buffer): Buffer => pack(readLines(bytes));

function pack(lines: readonly TextLine[]): Buffer {
  const numbers = Uint32Array.from(lines.flatMap(outlineOfLine));
  return Buffer.from(numbers.buffer);
}

function outlineOfLine({ ratio, cells }: TextLine): number[] {
  const sums = new Float64Array(64);
  for (const [at, value] of cells.entries()) {
    const cell = Math.floor(at / width / 2) * 16 + Math.floor((at % width) / 6);
    sums[cell] = (sums[cell] ?? 0) + value;
  }
  const average = sums.reduce((sum, value) => sum + value, 0) / 64;
  const half = (from: number) =>
    sums.slice(from, from + 32).reduce((bits, sum, at) => (sum > average ? bits | (1 << at) : bits), 0);
  return [Math.round(256 * ratio), half(0), half(32)];
}

function bitCount(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const numbersOf = (outline: Buffer): Uint32Array => new Uint32Array(Uint8Array.from(outline).buffer);

/** How much two outlines have in common: for each line that both have, the bits that agree. */
function commonBits(one: Uint32Array, other: Uint32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += outlineNumbers) {
    let least = nearBits + 1;
    for (let there = 0; there < other.length; there += outlineNumbers) {
      if (!haveOneShape(one[at] ?? 0, other[there] ?? 0)) continue;
      const first = bitCount((one[at + 1] ?? 0) ^ (other[there + 1] ?? 0));
      if (first < least)
        least = Math.min(least, first + bitCount((one[at + 2] ?? 0) ^ (other[there + 2] ?? 0)));
    }
    if (least <= nearBits) sum += 64 - least;
  }
  return sum;
}

/** The `most` of the outlined photos that are most likely of the same receipt. */
export function likeliest<Outlined extends { readonly outline: Buffer }>(
  lines: Buffer,
  others: readonly Outlined[],
  most: number,
): Outlined[] {
  const upright = readLines(lines);
  const [one, upsideDown] = [numbersOf(pack(upright)), numbersOf(pack(turned(upright)))];
  return others
    .map((other) => {
      const numbers = numbersOf(other.outline);
      return { other, common: Math.max(commonBits(one, numbers), commonBits(upsideDown, numbers)) };
    })
    .filter(({ common }) => common >= fewestLines * (64 - nearBits))
    .sort((a, b) => b.common - a.common)
    .slice(0, most)
    .map(({ other }) => other);
}
