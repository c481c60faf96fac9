import { expect, test } from 'vitest';
import { decoyHash, hashPassword, passwordMatches } from './passwords.ts';

const parametersOf = (hash: string) => hash.split('$').slice(0, 4);

test('the hash that the password of an unknown account is compared with has the parameters of a new hash (AMB-83)', async () => {
  expect(parametersOf(decoyHash)).toEqual(parametersOf(await hashPassword('motdepasse')));
  expect(decoyHash.length).toBe((await hashPassword('motdepasse')).length);
});

test('no password matches for an unknown account', async () => {
  expect(await passwordMatches(undefined, 'motdepasse')).toBe(false);
});
