import { expect, test } from 'vitest';
import { readFilters, typesOn, withFilters } from './address-filters.ts';

const defaults = { search: '', status: 'all' };
const choices = { status: { all: 'Tous', active: 'Actifs' } };

test('what the address does not say is the default', () => {
  expect(readFilters('', defaults, choices)).toEqual(defaults);
  expect(readFilters('?status=active', defaults, choices)).toEqual({ search: '', status: 'active' });
});

test('a value that a filter does not know is the default', () => {
  expect(readFilters('?status=toString&search=x&other=1', defaults, choices)).toEqual({
    search: 'x',
    status: 'all',
  });
});

test('typing on in a search stays one entry of the history; every other change is an entry of its own', () => {
  const none = { search: '', status: 'all' };
  const begun = { search: 'a', status: 'all' };
  expect(typesOn(begun, { ...begun, search: 'ab' })).toBe(true);
  expect(typesOn(begun, begun)).toBe(true);
  expect(typesOn(none, begun)).toBe(false);
  expect(typesOn(begun, none)).toBe(false);
  expect(typesOn(begun, { search: 'ab', status: 'active' })).toBe(false);
  expect(typesOn(none, { ...none, status: 'active' })).toBe(false);
});

test('a change of filters keeps what else the address names, such as an opened row, and leaves defaults out', () => {
  expect(withFilters('?search=a&account=7&journal=1', { search: 'ab', status: 'all' }, defaults)).toEqual({
    account: '7',
    journal: '1',
    search: 'ab',
  });
});
