import { expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

/*
 * Two parts of a page that is still moving, measured one after the other, seem to overlap: journeys measure through
 * tests/journeys/support/boxes.ts, which measures together what stands still. Turned red by: `await button.boundingBox()`.
 */
test('no journey measures a box by itself', () => {
  const byItself = sourceFiles(/^tests\/journeys\/.*\.ts$/).filter(({ text }) =>
    text.includes('boundingBox('),
  );
  expect(byItself.map(({ path }) => path)).toEqual([]);
});
