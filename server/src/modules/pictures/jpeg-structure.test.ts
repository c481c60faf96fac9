import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { isPlainJpeg } from './jpeg-structure.ts';

const segment = (marker: number, content = '') => [
  0xff,
  marker,
  0,
  content.length + 2,
  ...Buffer.from(content, 'latin1'),
];
const start = [0xff, 0xd8];
const end = [0xff, 0xd9];
const jfif = segment(0xe0, 'JFIF\0more');
const scan = [...segment(0xda, 'abc'), 1, 2, 3];
const plain = (...parts: readonly (readonly number[])[]) => isPlainJpeg(Buffer.from(parts.flat()));

test('a photo of a camera, baseline or progressive, is a plain JPEG', async () => {
  const grey = sharp({ create: { width: 40, height: 30, channels: 3, background: '#777' } });
  expect(isPlainJpeg(await grey.clone().jpeg().toBuffer())).toBe(true);
  expect(isPlainJpeg(await grey.clone().jpeg({ progressive: true }).withMetadata().toBuffer())).toBe(true);
});

describe('the segments of a plain JPEG', () => {
  test.each([
    ['JFIF', 0xe0, 'JFIF\0'],
    ['EXIF', 0xe1, 'Exif\0\0'],
    ['a colour profile', 0xe2, 'ICC_PROFILE\0'],
    ['Adobe’s colour space', 0xee, 'Adobe'],
  ])('%s is accepted with the name that it begins with, and with no other', (_, marker, name) => {
    expect(plain(start, segment(marker, name), scan, end)).toBe(true);
    expect(plain(start, segment(marker, `${name}more`), scan, end)).toBe(true);
    expect(plain(start, segment(marker, `x${name}`), scan, end)).toBe(false);
    expect(plain(start, segment(marker, name.slice(0, -1)), scan, end)).toBe(false);
    expect(plain(start, segment(marker), scan, end)).toBe(false);
  });

  test('a table or a frame that the decoder knows is accepted, empty or not', () => {
    for (const marker of [0xdb, 0xc4, 0xdd, 0xc0, 0xc1, 0xc2]) {
      expect([marker, plain(start, jfif, segment(marker, 'x'), scan, end)]).toEqual([marker, true]);
      expect([marker, plain(start, jfif, segment(marker), scan, end)]).toEqual([marker, true]);
    }
  });

  test('a comment, a segment of another application, a frame of another kind and a bare marker are refused', () => {
    for (const marker of [0xfe, 0xe3, 0xed, 0xef, 0xc3, 0xc9, 0x01, 0xd0, 0xd7, 0xd8, 0xd9])
      expect([marker, plain(start, jfif, segment(marker, 'x'), scan, end)]).toEqual([marker, false]);
  });

  test('bytes between two segments, or a segment shorter than its own length, are refused', () => {
    expect(plain(start, [0], jfif, scan, end)).toBe(false);
    expect(plain(start, jfif, [0x41, 0xdb, 0, 2], scan, end)).toBe(false);
    for (const length of [0, 1]) expect(plain(start, [0xff, 0xdb, 0, length], scan, end)).toBe(false);
  });
});

describe('the beginning and the end of a plain JPEG', () => {
  test('another beginning, a missing end and a single byte after the end are refused', () => {
    expect(plain(start, scan, end)).toBe(true);
    expect(plain([0xff, 0xd9], scan, end)).toBe(false);
    expect(plain([0x89, 0xd8], scan, end)).toBe(false);
    expect(plain(start, scan)).toBe(false);
    expect(plain(start, scan, [0xff])).toBe(false);
    expect(plain(start, scan, end, [0])).toBe(false);
    expect(plain(start, scan, end, end)).toBe(false);
    expect(plain(start, jfif, end)).toBe(false);
    expect(plain(start, jfif)).toBe(false);
    expect(plain(start)).toBe(false);
  });

  test('a segment that is longer than the file is refused', () => {
    expect(plain(start, [0xff, 0xdb, 0xff, 0xff], scan, end)).toBe(false);
    expect(plain(start, [0xff, 0xda, 0xff, 0xff], [1, 2, 3], end)).toBe(false);
  });
});

describe('the scans of a plain JPEG', () => {
  test('escaped bytes, fill bytes and all eight restart markers are part of a scan, other markers are not', () => {
    for (const marker of [0x00, 0xd0, 0xd3, 0xd7])
      expect([marker, plain(start, scan, [0xff, marker, 1], end)]).toEqual([marker, true]);
    expect(plain(start, scan, [0xff, 0xff], end)).toBe(true);
    for (const marker of [0x01, 0xcf, 0xd8, 0xfe])
      expect([marker, plain(start, scan, [0xff, marker, 0, 2], end)]).toEqual([marker, false]);
  });

  test('a table between two scans is accepted; after the last scan only the end marker is', () => {
    expect(plain(start, scan, segment(0xc4, 'x'), scan, end)).toBe(true);
    expect(plain(start, scan, segment(0xc4, 'x'), end)).toBe(false);
    expect(plain(start, scan, segment(0xfe, 'x'), scan, end)).toBe(false);
  });

  test('24 scans are accepted and 25 are refused', () => {
    const scans = (count: number) => plain(start, ...Array.from({ length: count }, () => scan), end);
    expect([scans(24), scans(25)]).toEqual([true, false]);
  });
});
