import { randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with the library's parameters, which meet today's recommendation; they travel with the hash (P18). */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'));

const decoy = hashPassword(randomBytes(16).toString('hex'));

/** Checks a password. For an unknown account it works as long as for a wrong password, then says no (AMB-83). */
export async function passwordMatches(storedHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(storedHash ?? (await decoy), password.normalize('NFKC'));
  return matches && storedHash !== undefined;
}

/** Letters and digits that are not mistaken for one another when read aloud. */
const legible = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

export const randomPassword = (length = 14): string =>
  Array.from({ length }, () => legible[randomInt(legible.length)]).join('');
