import { expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

/*
 * Every form of the screens is a `<Form>` with useForm (docs/decisions/0022). Turned red by: a form element in a
 * feature, a handler typed with FormEvent.
 */
test('no file of the web but ui/form.tsx holds a form element or the type of a submit event', () => {
  const own = sourceFiles(/^web\/src\/.*(?<!\.test)\.tsx?$/)
    .filter(({ text }) => /<form\b|\bFormEvent\b/.test(text))
    .map(({ path }) => path);
  expect(own).toEqual(['web/src/ui/form.tsx']);
});

/** The text of each function of a file's outermost level, with the name of its file. */
const functionsOf = (matching: RegExp) =>
  sourceFiles(matching).flatMap(({ path, text }) =>
    text
      .split(/^(?=export |function |const )/m)
      .filter((part) => /useForm(?:<[^(]*>)?\(/.test(part))
      .map((part) => ({ path, part })),
  );

/** Forms of passwords, of codes of a second factor and of codes that are looked for: they are kept nowhere and typed again. */
const withoutQuestion = [
  'web/src/features/accounts/security/code-field.tsx',
  'web/src/features/accounts/security/password-panel.tsx',
  'web/src/features/accounts/security/second-factor-panel.tsx',
  'web/src/features/accounts/security/sign-in-steps.tsx',
  'web/src/features/purchases/find-own-code-dialog.tsx',
];

// Turned red by: the dialogs that decide a Free Fire request, which dropped a typed note without a question.
test('every form of the web but those of passwords and sign-in codes says what it holds unsaved', () => {
  const silent = functionsOf(/^web\/src\/.*\.tsx?$/)
    .filter(({ path, part }) => path !== 'web/src/ui/use-form.ts' && !/\bunsaved\b/.test(part))
    .map(({ path }) => path);
  expect([...new Set(silent)].sort()).toEqual(withoutQuestion);
});

// Turned red by: useForm beside its <Dialog>: what is unsaved then belongs to the page, and the dialog closes without a question.
test('no component of the web renders a dialog around its own form state', () => {
  const beside = functionsOf(/^web\/src\/.*\.tsx$/)
    .filter(({ part }) => /<(?:Dialog|Modal)\b/.test(part))
    .map(({ path }) => path);
  expect(beside).toEqual([]);
});
