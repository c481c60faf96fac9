import { errors as codes } from '@almas/contract/errors';
import { expect, test } from 'vitest';
import { errorSentence, errors } from './errors.ts';

/** Words that an English sentence cannot do without and that French does not have. */
const english =
  /\b(the|is|are|not|and|with|your|you|please|error|failed|must|should|cannot|missing|invalid|too many)\b/i;

test('every error code has a French sentence with all its figures filled in [GEN-04]', () => {
  expect(Object.keys(errors).sort()).toEqual(Object.keys(codes).sort());
  const figures = {
    available: 12.5,
    required: 1_500,
    balance: 0,
    price: 150,
    offers: '« A »',
    request: '7',
    amount: 500,
    accounts: 3,
    overdue: 2_000,
    debt: 1_500,
    held: 400,
    threshold: 5_000,
    hours: 24,
  };
  for (const code of Object.keys(errors) as (keyof typeof errors)[]) {
    const sentence = errorSentence(code, figures as never);
    expect(sentence.trim(), code).not.toBe('');
    expect(sentence, code).not.toMatch(english);
    expect(sentence, code).not.toMatch(/undefined|NaN|\[object/);
  }
});
