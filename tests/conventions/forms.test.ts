import { expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

/*
 * Every form of the screens is a `<Form>` with useForm (docs/decisions/0022). Turned red by: a form element in a
 * feature, a handler typed with FormEvent.
 */
test('no file of the web but ui/form.tsx holds a form element or the type of a submit event', () => {
  const own = sourceFiles(/^web\/src\/.*\.tsx?$/)
    .filter(({ text }) => /<form\b|\bFormEvent\b/.test(text))
    .map(({ path }) => path);
  expect(own).toEqual(['web/src/ui/form.tsx']);
});
