import { expect, test } from 'vitest';
import {
  accountFields,
  accountProblem,
  emptyRegistration,
  profileProblem,
  registrationMistakes,
} from './registration.ts';

const account = {
  ...emptyRegistration,
  email: 'amine@exemple.dz',
  password: 'secret',
  confirmation: 'secret',
};
const whole = { ...account, firstName: 'Amine', lastName: 'Benali', company: 'Cyber', phone: '0550' };

test.each(['email', 'password', 'confirmation'] as const)(
  'step 1 of the registration without %s names that field and asks for all required fields',
  (name) => {
    expect(accountProblem({ ...account, [name]: '' })).toEqual({
      field: name,
      sentence: 'Veuillez remplir tous les champs obligatoires',
    });
  },
);

test('step 1 of the registration reports differing passwords before a short one', () => {
  expect(accountProblem({ ...account, password: 'abc' })).toEqual({
    field: 'confirmation',
    sentence: 'Les mots de passe ne correspondent pas',
  });
});

test('a registration refuses a password of 5 characters and accepts one of 6 [LIM-02]', () => {
  const short = { ...account, password: 'abcde', confirmation: 'abcde' };
  expect(accountProblem(short)).toEqual({
    field: 'password',
    sentence: 'Le mot de passe doit contenir au moins 6 caractères',
  });
  expect(accountProblem(account)).toBeNull();
});

test('step 1 of the registration reports an email without @', () => {
  expect(accountProblem({ ...account, email: 'amine' })).toEqual({
    field: 'email',
    sentence: 'Adresse email invalide',
  });
});

test.each(['firstName', 'lastName', 'company', 'phone'] as const)(
  'step 2 of the registration without %s names that field and asks for all required fields',
  (name) => {
    expect(profileProblem({ ...whole, [name]: ' ' })).toEqual({
      field: name,
      sentence: 'Veuillez remplir tous les champs obligatoires',
    });
  },
);

test('a registration without several required fields says so about the form, and marks each of them', () => {
  const sentence = 'Veuillez remplir tous les champs obligatoires';
  const mistakes = registrationMistakes(emptyRegistration, accountFields, accountProblem(emptyRegistration));
  expect(mistakes).toEqual({ form: sentence, email: '', password: '', confirmation: '' });
});

test('step 2 of the registration accepts an empty address, city and postal code', () =>
  expect(profileProblem(whole)).toBeNull());
