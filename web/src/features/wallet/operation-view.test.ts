import { expect, test } from 'vitest';
import { freeFireStatus, isFreeFire, signOf, typeLabel } from './operation-view.ts';

test('both stored types of Free Fire are Free Fire', () => {
  expect(isFreeFire({ type: 'freefire' })).toBe(true);
  expect(isFreeFire({ type: 'freefire_request' })).toBe(true);
  expect(isFreeFire({ type: 'purchase' })).toBe(false);
  expect(typeLabel({ type: 'freefire' })).toBe('Free Fire');
});

test('only a recharge adds', () => {
  const types = ['recharge', 'purchase', 'freefire', 'freefire_request'] as const;
  expect(types.map((type) => signOf({ type }))).toEqual(['+', '-', '-', '-']);
});

test('the status is the request’s, not the transaction’s', () => {
  expect(freeFireStatus({ requestStatus: 'refused', status: 'pending' })).toEqual({
    label: 'Refusé',
    tone: 'failed',
  });
  expect(freeFireStatus({ requestStatus: 'validated', status: 'completed' }).label).toBe('Validé');
  expect(freeFireStatus({ requestStatus: 'pending', status: 'pending' }).label).toBe('En attente');
});

test('without its request the transaction’s own status is shown', () => {
  expect(freeFireStatus({ requestStatus: null, status: 'completed' }).label).toBe('Validé');
  expect(freeFireStatus({ requestStatus: null, status: 'pending' }).label).toBe('En attente');
});
