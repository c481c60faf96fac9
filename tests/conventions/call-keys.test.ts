import { expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

// Turned red by: a dialog that kept one key while it was open, and was answered KEY_REUSED for ever after an edit.
test('no screen of the web makes idempotency keys itself: they come from money calls and from useCallKeys', () => {
  const makers = sourceFiles(/^web\/src\/.*(?<!\.test)\.tsx?$/)
    .filter(({ text }) => /\bnewKey\b/.test(text))
    .map(({ path }) => path);
  expect(makers.sort()).toEqual([
    // Names a press in the log of disclosures.
    'web/src/features/purchases/disclose.ts',
    'web/src/lib/new-key.ts',
    'web/src/platform/network/use-call-keys.ts',
    'web/src/platform/session/money-calls.ts',
  ]);
});
