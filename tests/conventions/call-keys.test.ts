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

// Turned red by: an action with a key that says « Connexion au serveur impossible » after a lost answer.
test('an action with an idempotency key says what a lost answer means: only calls that choose their key themselves use useCallKeys', () => {
  const callers = sourceFiles(/^web\/src\/features\/.*(?<!\.test)\.tsx?$/).filter(({ text }) =>
    /\buseCallKeys\(/.test(text),
  );
  expect(callers.map(({ path }) => path).sort()).toEqual([
    'web/src/features/products/form/new-product.tsx',
    'web/src/features/purchases/claim-dialog.tsx',
    'web/src/features/recharge-requests/request-batch.tsx',
    'web/src/features/staff/till-dialog.tsx',
    'web/src/features/supplier-orders/rehearsal-button.tsx',
    'web/src/features/wallet/use-recharge.ts',
  ]);
});
