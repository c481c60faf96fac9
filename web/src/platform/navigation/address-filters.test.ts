import { expect, test } from 'vitest';
import { continuesSearch, readFilters, withFilters } from './address-filters.ts';

const defaults = { search: '', status: 'all' };
const choices = { status: { all: 'Tous', active: 'Actifs' } };

test('a filter that is not in the address has its default', () => {
  expect(readFilters({}, defaults, choices)).toEqual(defaults);
  expect(readFilters({ status: 'active' }, defaults, choices)).toEqual({ search: '', status: 'active' });
});

test('a filter value that the application does not know is replaced by the default', () => {
  expect(readFilters({ status: 'toString', search: 'x', other: '1' }, defaults, choices)).toEqual({
    search: 'x',
    status: 'all',
  });
});

test('a longer search replaces its entry of the browser’s history; every other change of filters adds one', () => {
  const none = { search: '', status: 'all' };
  const begun = { search: 'a', status: 'all' };
  expect(continuesSearch(begun, { ...begun, search: 'ab' })).toBe(true);
  expect(continuesSearch(begun, begun)).toBe(true);
  expect(continuesSearch(none, begun)).toBe(false);
  expect(continuesSearch(begun, none)).toBe(false);
  expect(continuesSearch(begun, { search: 'ab', status: 'active' })).toBe(false);
  expect(continuesSearch(none, { ...none, status: 'active' })).toBe(false);
});

test('a change of filters keeps the other parameters of the address, and leaves defaults out', () => {
  expect(
    withFilters({ search: 'a', account: '7', journal: '1' }, { search: 'ab', status: 'all' }, defaults),
  ).toEqual({
    account: '7',
    journal: '1',
    search: 'ab',
  });
});
