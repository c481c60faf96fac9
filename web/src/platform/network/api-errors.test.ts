import { expect, test } from 'vitest';
import { address } from './api.ts';
import { ApiError, messageOf, OfflineError } from './api-errors.ts';

test('the message of a failed call is that of the server when there is one, otherwise the fallback [ERR-01]', () => {
  const fallback = "Erreur lors de l'achat";
  expect(messageOf(new ApiError('STOCK_SHORT', 409, 'Stock insuffisant (0 disponible(s))'), fallback)).toBe(
    'Stock insuffisant (0 disponible(s))',
  );
  expect(messageOf(new ApiError('INTERNAL', 500, '  '), fallback)).toBe(fallback);
  expect(messageOf(new TypeError('x is not a function'), fallback)).toBe(fallback);
});

test('a call without a response has a French message', () => {
  expect(messageOf(new OfflineError('network'), '')).toContain('Connexion au serveur impossible');
  expect(messageOf(new OfflineError('timeout'), '')).toContain('trop de temps');
});

test('the address of a call has its path parameters filled in, and leaves out absent query values', () => {
  const query = { search: 'été', status: undefined, cursor: null, type: '' };
  expect(address('/users/:id/transactions', { params: { id: 'a/b' }, query })).toBe(
    '/api/users/a%2Fb/transactions?search=%C3%A9t%C3%A9',
  );
});
