import { expect, test } from 'vitest';
import { accountRules, emptyRegistration, profileRules } from './registration.ts';

const account = {
  ...emptyRegistration,
  email: 'amine@exemple.dz',
  password: 'secret',
  confirmation: 'secret',
};
const whole = { ...account, firstName: 'Amine', lastName: 'Benali', company: 'Cyber', phone: '0550' };

/** `field: error`, in the order in which they are shown; the error of a field that is only marked is blank. */
const mistakes = (rules: typeof profileRules | typeof accountRules, fields: typeof whole) =>
  rules.safeParse(fields).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message.trim()}`) ??
  [];

test.each(['email', 'password', 'confirmation'] as const)(
  'step 1 of the registration without %s names that field and asks for all required fields',
  (name) => {
    expect(mistakes(accountRules, { ...whole, ...account, [name]: '' })).toEqual([
      `${name}: REQUIRED_FIELDS`,
    ]);
  },
);

test('a registration without several required fields says so about the form, and marks each of them', () => {
  expect(mistakes(accountRules, { ...whole, email: ' ', confirmation: '' })).toEqual([
    'form: REQUIRED_FIELDS',
    'email: ',
    'confirmation: ',
  ]);
});

test('step 1 of the registration reports differing passwords before a short one', () => {
  expect(mistakes(accountRules, { ...whole, password: 'abc' })).toEqual(['confirmation: PASSWORDS_DIFFER']);
});

test('a registration refuses a password of 5 characters and accepts one of 6 [LIM-02]', () => {
  const short = { ...whole, password: 'abcde', confirmation: 'abcde' };
  expect(mistakes(accountRules, short)).toEqual(['password: PASSWORD_TOO_SHORT']);
  expect(mistakes(accountRules, whole)).toEqual([]);
});

test('step 1 of the registration reports an email without @', () => {
  expect(mistakes(accountRules, { ...whole, email: 'amine' })).toEqual(['email: INVALID_EMAIL']);
});

test.each(['firstName', 'lastName', 'company', 'phone'] as const)(
  'step 2 of the registration without %s names that field and asks for all required fields',
  (name) => {
    expect(mistakes(profileRules, { ...whole, [name]: ' ' })).toEqual([`${name}: REQUIRED_FIELDS`]);
  },
);

test('step 2 of the registration accepts an empty address, city and postal code', () =>
  expect(mistakes(profileRules, whole)).toEqual([]));
