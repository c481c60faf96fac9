import { randomBytes, randomInt } from 'node:crypto';
import { BoundedQueue, type Turn } from '../../bounded-queue.ts';
import { PasswordThreads } from './password-threads.ts';

/** A hash takes a core for some 25 ms and 19 MB: a flood of sign-ins would take both from the sales. */
const queue = new BoundedQueue(2, 20);
const threads = new PasswordThreads();

/** argon2id with the library's parameters, which meet today's recommendation; they travel with the hash (P18). */
export const hashPassword = (password: string, turn?: Turn): Promise<string> =>
  queue.run(() => threads.run<string>({ password: password.normalize('NFKC') }), turn);

const decoy = hashPassword(randomBytes(16).toString('hex'));

/** Checks a password. For an unknown account it works as long as for a wrong password, then says no (AMB-83). */
export async function passwordMatches(
  storedHash: string | undefined,
  password: string,
  turn?: Turn,
): Promise<boolean> {
  const expected = storedHash ?? (await decoy);
  const matches = await queue.run(
    () => threads.run<boolean>({ password: password.normalize('NFKC'), expected }),
    turn,
  );
  return matches && storedHash !== undefined;
}

/** Letters and digits that are not mistaken for one another when read aloud. */
const legible = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

export const randomPassword = (length = 14): string =>
  Array.from({ length }, () => legible[randomInt(legible.length)]).join('');
