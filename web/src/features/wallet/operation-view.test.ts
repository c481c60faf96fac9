import { expect, test } from 'vitest';
import { freeFireStatus, isFreeFire, signOf, typeLabel } from './operation-view.ts';

test('an operation of either stored Free Fire type is shown as Free Fire', () => {
  expect(isFreeFire({ type: 'freefire' })).toBe(true);
  expect(isFreeFire({ type: 'freefire_request' })).toBe(true);
  expect(isFreeFire({ type: 'purchase' })).toBe(false);
  expect(typeLabel({ type: 'freefire' })).toBe('Free Fire');
});

test('the amount of a recharge has a plus sign, and that of every other operation a minus sign', () => {
  const types = ['recharge', 'purchase', 'freefire', 'freefire_request'] as const;
  expect(types.map((type) => signOf({ type }))).toEqual(['+', '-', '-', '-']);
});

test('a Free Fire operation shows the status of its request, not that of its transaction', () => {
  expect(freeFireStatus({ requestStatus: 'refused', status: 'pending' })).toEqual({
    label: 'Refusé',
    tone: 'failed',
  });
  expect(freeFireStatus({ requestStatus: 'validated', status: 'completed' }).label).toBe('Validé');
  expect(freeFireStatus({ requestStatus: 'pending', status: 'pending' }).label).toBe('En attente');
});

test('a Free Fire operation without its request shows the status of its transaction', () => {
  expect(freeFireStatus({ requestStatus: null, status: 'completed' }).label).toBe('Validé');
  expect(freeFireStatus({ requestStatus: null, status: 'pending' }).label).toBe('En attente');
});
