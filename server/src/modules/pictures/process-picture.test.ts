import { expect, test } from 'vitest';
import { readOutput } from './process-picture.ts';

const header = JSON.stringify({ code: 'ok', lengths: [3, 2], width: 4, height: 5 });
const output = Buffer.from(`${header}\nabcde`);

test('the output of the picture process is split into the pictures and the grids', () => {
  const { contents, grids, ...size } = readOutput(output, 1);
  expect(size).toEqual({ width: 4, height: 5 });
  expect([contents, grids].map((parts) => parts.map(String))).toEqual([['abc'], ['de']]);
});

test('a picture is refused when its process ended before it had written the whole output', () => {
  for (let length = 0; length < output.length; length += 1)
    expect(() => readOutput(output.subarray(0, length), 1)).toThrow(
      expect.objectContaining({ code: 'PICTURE_UNREADABLE' }),
    );
});
