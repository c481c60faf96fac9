import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

const plain = (text: string) => text.replace(/\s/g, ' ');

test('says what was and what is, amounts in DA, states in French', () => {
  const [status, balance, note] = changesOf(
    { status: 'pending', balance: 1_000 },
    { status: 'approved', balance: 3_500.5, note: 'Vu', secret: 'x' },
  );
  expect(status).toEqual({ label: 'Statut', before: 'En attente', after: 'Approuvée' });
  expect(plain(`${balance?.before} ${balance?.after}`)).toBe('1 000 DA 3 500,50 DA');
  expect(note).toEqual({ label: 'Note', after: 'Vu' });
});

test('leaves out what stayed the same, what is blank and what has no label', () => {
  expect(changesOf({ name: 'A' }, { name: 'A', reason: '', offers: [1] })).toEqual([]);
  expect(changesOf(null, null)).toEqual([]);
});
