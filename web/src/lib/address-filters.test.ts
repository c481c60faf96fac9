import { expect, test } from 'vitest';
import { readFilters } from './address-filters.ts';

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
