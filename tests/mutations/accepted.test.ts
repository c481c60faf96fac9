import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/source-files.ts';
import { accepted, isAccepted } from './accepted.ts';
import { makeMutations } from './make-mutations.ts';

test('an accepted mutation with a number is that one of several equal ones, and without it each of them', () => {
  const mutations = makeMutations('a.ts', 'const a = b && c && d;\n');
  const entry = { file: 'a.ts', text: 'const a = b && c && d;', from: '&&', why: 'has no effect' };
  const count = (nth?: number) =>
    mutations.filter((mutation) => isAccepted(mutation, [nth ? { ...entry, nth } : entry])).length;
  expect([count(), count(1), count(2), count(3)]).toEqual([2, 1, 1, 0]);
});

test('every accepted mutation is one of the sources as they are', () => {
  const missing = accepted.filter(
    (entry) =>
      !makeMutations(entry.file, readFileSync(join(root, entry.file), 'utf8')).some((mutation) =>
        isAccepted(mutation, [entry]),
      ),
  );
  expect(missing).toEqual([]);
});
