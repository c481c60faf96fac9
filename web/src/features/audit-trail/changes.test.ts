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
  expect(changesOf({ name: 'A' }, { name: 'A', reason: '', id: 1 })).toEqual([]);
  expect(changesOf(null, null)).toEqual([]);
});

test('a text or a list that was emptied reads as such, and of something deleted stands what it was', () => {
  expect(
    changesOf({ description: 'Région Algérie', region: 'DZ' }, { description: '', region: null }),
  ).toEqual([
    { label: 'Région', before: 'DZ', after: 'vide' },
    { label: 'Description', before: 'Région Algérie', after: 'vide' },
  ]);
  expect(changesOf({ offers: [{ name: 'Petit' }], description: '' }, { codesDeleted: 2 })).toEqual([
    { label: 'Offres', before: 'Petit' },
    { label: 'Codes supprimés', after: '2' },
  ]);
});

test('a change of working days reads as days, one of offers as names and prices', () => {
  expect(changesOf({ workingDays: [0, 1] }, { workingDays: [1, 5, 6] })).toEqual([
    { label: 'Jours ouverts', before: 'dim., lun.', after: 'lun., ven., sam.' },
  ]);
  const [offers] = changesOf(
    { offers: [{ id: 'a', name: 'Petit', price: 100 }] },
    {
      offers: [
        { id: 'a', name: 'Petit', price: 120.5 },
        { id: 'b', name: 'Grand' },
      ],
    },
  );
  expect(plain(`${offers?.before} puis ${offers?.after}`)).toBe(
    'Petit (100 DA) puis Petit (120,50 DA), Grand',
  );
  const [value] = changesOf(
    { offers: [{ name: '60 UC', value: '60 UC', price: 120, region: 'DZ' }] },
    { offers: [{ name: '60 UC', value: '600 UC', price: 120, region: 'DZ' }] },
  );
  expect(plain(`${value?.before} puis ${value?.after}`)).toBe(
    '60 UC (120 DA, DZ) puis 60 UC (600 UC, 120 DA, DZ)',
  );
});
