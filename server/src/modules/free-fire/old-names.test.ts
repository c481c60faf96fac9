import { describe, expect, test } from 'vitest';
import type { Centimes } from '../../money/amount.ts';
import { withFirstNames } from './old-names.ts';
import { type FreeFireRequestRow, presentFreeFireRequest } from './requests.store.ts';

const row: FreeFireRequestRow = {
  id: 7,
  userId: 'u',
  playerId: '12345678',
  offer: { id: 'ff_100_10', name: '100 + 10 Diamants', value: 110, price: 150 },
  offerName: '100 + 10 Diamants',
  diamondsValue: 110,
  amount: 15_000 as Centimes,
  status: 'pending',
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
  validatedAt: null,
  refusedAt: null,
  resellerName: 'Amine Benali',
  userEmail: 'a@exemple.dz',
  note: null,
  balanceBefore: 50_000 as Centimes,
  balanceAfter: 35_000 as Centimes,
  imageUrl: null,
  processedBy: null,
  processor: null,
  processedAt: null,
  transactionId: 3,
  unifiedTransactionId: 3,
  staffId: null,
  soldBy: null,
};

describe('a record with former field names', () => {
  test('a Free Fire request stored with freeFireId alone still shows its player id [ENT-39]', () => {
    const { playerId: _, ...rest } = row;
    const old = { ...rest, freeFireId: '87654321' } as unknown as FreeFireRequestRow;
    expect(presentFreeFireRequest(old).playerId).toBe('87654321');
  });

  test('a Free Fire request stored with one transaction id shows both', () => {
    const { transactionId: _, ...rest } = row;
    expect(presentFreeFireRequest(rest as FreeFireRequestRow)).toMatchObject({
      transactionId: '3',
      unifiedTransactionId: '3',
    });
  });

  test.each([
    ['note', { notes: 'Motif' }, 'Motif'],
    ['imageUrl', { proofImageUrl: 'https://exemple.dz/p.png' }, 'https://exemple.dz/p.png'],
    ['resellerName', { userName: 'Amine' }, 'Amine'],
    ['diamondsValue', { value: 110 }, 110],
    ['amount', { offer: { price: 150 } }, 150],
    ['offerName', { offer: { name: '100 + 10 Diamants' } }, '100 + 10 Diamants'],
  ])('a record stored under former field names shows %s', (name, record, value) => {
    expect(withFirstNames(record as Record<string, unknown>)[name]).toBe(value);
  });

  test('the current name of a field has precedence over a former one, and a record without former names is unchanged', () => {
    expect(withFirstNames({ ...row, freeFireId: '1', notes: 'x', note: 'y' })).toMatchObject({
      playerId: '12345678',
      note: 'y',
    });
    expect(withFirstNames(row)).toEqual(row);
  });
});
