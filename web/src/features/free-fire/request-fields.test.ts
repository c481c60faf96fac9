import { expect, test } from 'vitest';
import { amountOf, diamondsOf, offerNameOf, playerIdOf, transactionIdOf } from './request-fields.ts';

test('an old Free Fire request is read by its former field names', () => {
  const old = {
    freeFireId: '12345678',
    offer: { name: '100 + 10 Diamants', value: 110, price: 150 },
    unifiedTransactionId: '7',
  };
  expect(playerIdOf(old)).toBe('12345678');
  expect(offerNameOf(old)).toBe('100 + 10 Diamants');
  expect(diamondsOf(old)).toBe(110);
  expect(amountOf(old)).toBe(150);
  expect(transactionIdOf(old)).toBe('7');
});

test('a Free Fire request with both field names is read by the current ones', () => {
  const both = {
    playerId: '87654321',
    freeFireId: '12345678',
    offer: { name: 'ancien nom', value: 1, price: 1 },
    offerName: '310 + 31 Diamants',
    diamondsValue: 341,
    amount: 450,
    transactionId: '8',
    unifiedTransactionId: '7',
  };
  expect([
    playerIdOf(both),
    offerNameOf(both),
    diamondsOf(both),
    amountOf(both),
    transactionIdOf(both),
  ]).toEqual(['87654321', '310 + 31 Diamants', 341, 450, '8']);
});
