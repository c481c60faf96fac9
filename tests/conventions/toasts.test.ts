import { expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

/*
 * A toast replaces the one before of its source (web/src/lib/toast-store.ts); that each has one is a type. Turned red
 * by: two files whose toasts have one name, so that one form takes away what the other one says.
 */
test('the name of a toast source is used in one file only', () => {
  const named = /\b(?:toastsOf|fieldMessagesOf)\('([^']+)'\)|\bsource(?:: | = )'([^']+)'/g;
  const files = new Map<string, Set<string>>();
  for (const { path, text } of sourceFiles(/^web\/src\/.*(?<!\.test)\.tsx?$/))
    for (const [, one, other] of text.matchAll(named)) {
      const name = one ?? other ?? '';
      files.set(name, (files.get(name) ?? new Set()).add(path));
    }
  expect(files.size).toBeGreaterThan(10);
  expect([...files].filter(([, paths]) => paths.size > 1)).toEqual([]);
});
