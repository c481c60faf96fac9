import { randomBytes, randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { PasswordQueue, type Turn } from './password-queue.ts';

/** Of the threads that also read files and compress answers (UV_THREADPOOL_SIZE), passwords take two at the most. */
const queue = new PasswordQueue(2, 20);

/** argon2id with the library's parameters, which meet today's recommendation; they travel with the hash (P18). */
export const hashPassword = (password: string, turn?: Turn): Promise<string> =>
  queue.run(() => hash(password.normalize('NFKC')), turn);

const decoy = hashPassword(randomBytes(16).toString('hex'));

/** Checks a password. For an unknown account it works as long as for a wrong password, then says no (AMB-83). */
export async function passwordMatches(
  storedHash: string | undefined,
  password: string,
  turn?: Turn,
): Promise<boolean> {
  const expected = storedHash ?? (await decoy);
  const matches = await queue.run(() => verify(expected, password.normalize('NFKC')), turn);
  return matches && storedHash !== undefined;
}

/** Letters and digits that are not mistaken for one another when read aloud. */
const legible = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

export const randomPassword = (length = 14): string =>
  Array.from({ length }, () => legible[randomInt(legible.length)]).join('');
