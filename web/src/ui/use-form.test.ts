import { describe, expect, test } from 'vitest';
import { isChanged, withFilledIn } from './use-form.ts';

describe('isChanged', () => {
  test('a form is changed when a field differs from its initial value, apart from spaces around a text', () => {
    const initial = { note: 'Reçu', width: '58', visible: true };
    expect(isChanged(initial, initial)).toBe(false);
    expect(isChanged({ ...initial, note: ' Reçu ' }, initial)).toBe(false);
    expect(isChanged({ ...initial, note: 'Reçu 2' }, initial)).toBe(true);
    expect(isChanged({ ...initial, visible: false }, initial)).toBe(true);
  });

  test('a form with the values of some fields only is compared in these fields', () => {
    const saved = { theme: 'dark', marketing: false };
    expect(isChanged<Partial<typeof saved>>({}, saved)).toBe(false);
    expect(isChanged<Partial<typeof saved>>({ theme: 'dark' }, saved)).toBe(false);
    expect(isChanged<Partial<typeof saved>>({ theme: 'light' }, saved)).toBe(true);
  });
});

describe('withFilledIn', () => {
  test('values that the browser filled in without an event are taken for empty fields of the form only', () => {
    const filled = new FormData();
    filled.set('email', 'amine@exemple.dz');
    filled.set('password', 'filled in');
    filled.set('other', 'no field of this form');
    expect(withFilledIn({ email: '', password: 'typed' }, filled)).toEqual({
      email: 'amine@exemple.dz',
      password: 'typed',
    });
  });
});
