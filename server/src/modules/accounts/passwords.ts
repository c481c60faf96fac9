import { randomInt } from 'node:crypto';
import { BoundedQueue, type Turn } from '../../bounded-queue.ts';
import { PasswordHasher } from './password-hasher.ts';

/**
 * A hash takes a core for some 25 ms, and 19 MB: the bound keeps a flood of sign-ins from slowing the sales. Waiting costs little:
 * attackers who send their next try after the answer to the last one wait with the others instead of displacing them.
 */
const concurrent = 2;
const queue = new BoundedQueue(concurrent, 100);
const hasher = new PasswordHasher(concurrent);

/** argon2id with the library's default parameters, which the hash contains (P18). */
export const hashPassword = (password: string, turn?: Turn): Promise<string> =>
  queue.run(() => hasher.run<string>({ password: password.normalize('NFKC') }), turn);

/**
 * The hash of a random password that is not stored anywhere, with the parameters of `hashPassword`. A constant, because computing it
 * at each start would cost a process and 100 ms of processor time.
 */
export const decoyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$XkmDfyBhNRwuGCyREGGO1w$MG9iOG+9T3cqMRK7O1KnwczZtBD0qK+l1s8Rhy/jlAk';

/** Checks a password. Without a stored hash (unknown account) it takes as long as for a wrong password and returns false (AMB-83). */
export async function passwordMatches(
  storedHash: string | undefined,
  password: string,
  turn?: Turn,
): Promise<boolean> {
  const expected = storedHash ?? decoyHash;
  const matches = await queue.run(
    () => hasher.run<boolean>({ password: password.normalize('NFKC'), expected }),
    turn,
  );
  return matches && storedHash !== undefined;
}

/** Leaves out letters and digits that look alike. */
const legible = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

export const randomPassword = (length = 14): string =>
  Array.from({ length }, () => legible[randomInt(legible.length)]).join('');
