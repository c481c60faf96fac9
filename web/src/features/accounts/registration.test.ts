import { expect, test } from 'vitest';
import { accountProblem, emptyRegistration, profileProblem } from './registration.ts';

const account = {
  ...emptyRegistration,
  email: 'amine@exemple.dz',
  password: 'secret',
  confirmation: 'secret',
};
const whole = { ...account, firstName: 'Amine', lastName: 'Benali', company: 'Cyber', phone: '0550' };

test.each(['email', 'password', 'confirmation'] as const)('step 1 without %s', (name) => {
  expect(accountProblem({ ...account, [name]: '' })).toEqual({
    field: name,
    sentence: 'Veuillez remplir tous les champs obligatoires',
  });
});

test('differing passwords are reported before short ones', () => {
  expect(accountProblem({ ...account, password: 'abc' })).toEqual({
    field: 'confirmation',
    sentence: 'Les mots de passe ne correspondent pas',
  });
});

test('5 characters are too few, 6 are enough [LIM-02]', () => {
  const short = { ...account, password: 'abcde', confirmation: 'abcde' };
  expect(accountProblem(short)).toEqual({
    field: 'password',
    sentence: 'Le mot de passe doit contenir au moins 6 caractères',
  });
  expect(accountProblem(account)).toBeNull();
});

test('an address without @ is reported in step 1', () => {
  expect(accountProblem({ ...account, email: 'amine' })).toEqual({
    field: 'email',
    sentence: 'Adresse email invalide',
  });
});

test.each(['firstName', 'lastName', 'company', 'phone'] as const)('step 2 without %s', (name) => {
  expect(profileProblem({ ...whole, [name]: ' ' })).toEqual({
    field: name,
    sentence: 'Veuillez remplir tous les champs obligatoires',
  });
});

test('address, city and postal code may be empty', () => expect(profileProblem(whole)).toBeNull());
