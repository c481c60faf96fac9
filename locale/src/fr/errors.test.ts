import { errors as codes } from '@almas/contract/errors';
import { expect, test } from 'vitest';
import { errorSentence, errors } from './errors.ts';

/** Words that an English sentence cannot do without and that French does not have. */
const english =
  /\b(the|is|are|not|and|with|your|you|please|error|failed|must|should|cannot|missing|invalid|too many)\b/i;

test('every error code has a French sentence with all its figures filled in [GEN-04]', () => {
  expect(Object.keys(errors).sort()).toEqual(Object.keys(codes).sort());
  // Every figure that a code of the contract names, and the words that a sentence is given.
  const names = Object.values(codes).flatMap((code) => ('figures' in code ? code.figures : []));
  const figures = {
    ...Object.fromEntries(names.map((name) => [name, 12.5])),
    offers: [{ name: 'A', codes: 2, productName: 'A', offerName: 'B', price: 468, cost: 470.5 }],
    more: 1,
    request: '7',
  };
  for (const code of Object.keys(errors) as (keyof typeof errors)[]) {
    const sentence = errorSentence(code, figures as never);
    expect(sentence.trim(), code).not.toBe('');
    expect(sentence, code).not.toMatch(english);
    expect(sentence, code).not.toMatch(/undefined|NaN|\[object/);
  }
});
