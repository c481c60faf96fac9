import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './plain-search.ts';

test('a phone number in the search of the address stays text', () => {
  expect(parseSearch('?search=0550123456&status=active')).toEqual({ search: '0550123456', status: 'active' });
  expect(parseSearch(stringifySearch({ search: '550' }))).toEqual({ search: '550' });
});

test('empty values are left out of the search of the address, and special characters are kept', () => {
  expect(stringifySearch({ search: '', status: undefined })).toBe('');
  expect(parseSearch(stringifySearch({ search: 'a&b=c é' }))).toEqual({ search: 'a&b=c é' });
});
