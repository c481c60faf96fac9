import { expect, test } from 'vitest';
import type { Centimes } from '../../../money/amount.ts';
import { deliveredCodes } from './http-supplier.ts';

const order = {
  reference: 'ALM1',
  article: 'FF-110',
  player: undefined,
  quantity: 2,
  maxCost: 400 as Centimes,
  number: '',
  sentAt: new Date(0),
};

// Turned red by: an order that is delivered with what its import leaves out: paid for, and shown nowhere.
test.each([
  ['too long', 'A'.repeat(201)],
  ['ruined by a spreadsheet', '1,2E+15'],
  ['two lines', 'AAAA-1\nBBBB-2'],
  ['blank', '   '],
])('an order with a code that is %s brought no codes that can be imported', (_what, code) => {
  expect(deliveredCodes(order, ['AAAA-1', code])).toBeUndefined();
});

test('an order of codes brought each of its codes, and a top-up none', () => {
  expect(deliveredCodes(order, ['AAAA-1', 'BBBB-2'])).toEqual(['AAAA-1', 'BBBB-2']);
  expect(deliveredCodes(order, [])).toBeUndefined();
  expect(deliveredCodes({ ...order, player: '12345678' }, undefined)).toEqual([]);
});
