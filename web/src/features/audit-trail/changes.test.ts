import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

const plain = (text: string) => text.replace(/\s/g, ' ');

test('a change of the audit trail shows the values before and after, amounts in DA and states in French', () => {
  const [status, balance, note] = changesOf(
    { status: 'pending', balance: 1_000 },
    { status: 'approved', balance: 3_500.5, note: 'Vu', secret: 'x' },
  );
  expect(status).toEqual({ label: 'Statut', before: 'En attente', after: 'Approuvée' });
  expect(plain(`${balance?.before} ${balance?.after}`)).toBe('1 000 DA 3 500,50 DA');
  expect(note).toEqual({ label: 'Note', after: 'Vu' });
});

test('a change of the audit trail leaves out fields that stayed the same, are blank or have no label', () => {
  expect(changesOf({ name: 'A' }, { name: 'A', reason: '', id: 1 })).toEqual([]);
  expect(changesOf(null, null)).toEqual([]);
});

test('a change of the audit trail shows an emptied text or list as « vide », and of a deletion the values before it', () => {
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

test('a change of the audit trail shows working days by name, and offers by name and price', () => {
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

// Turned red by: days as the server writes them, and the decimals of a rate in groups of three.
test('a change of the audit trail shows days as all screens do, and a rate with a comma', () => {
  expect(changesOf({ expiresOn: '2026-11-26', rate: 245.5 }, { expiresOn: null, rate: 0.0075 })).toEqual([
    { label: 'Taux', before: '245,5', after: '0,0075' },
    { label: 'Expire le', before: '26 nov. 2026', after: 'vide' },
  ]);
  expect(changesOf(null, { dueOn: '2026-12-01', firstDay: '2026-11-01', lastDay: '2026-11-30' })).toEqual([
    { label: 'Du', after: '1 nov. 2026' },
    { label: 'Au', after: '30 nov. 2026' },
    { label: 'Échéance', after: '1 déc. 2026' },
  ]);
});
