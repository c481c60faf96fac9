import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { PasswordHasher } from './password-hasher.ts';

const run = promisify(execFile);

/** A program that hashes one password, prints the hash and does not end itself. */
const program = `
  import { PasswordHasher } from ${JSON.stringify(new URL('./password-hasher.ts', import.meta.url).href)};
  console.log(await new PasswordHasher(1).run({ password: 'motdepasse' }));
`;

test('a program that has hashed a password ends although the process that computed it is idle and alive', async () => {
  const node = ['--input-type=module', '--eval', program];
  const { stdout } = await run(process.execPath, node, { timeout: 25_000, killSignal: 'SIGKILL' });
  const hasher = new PasswordHasher(1);
  expect(await hasher.run({ password: 'motdepasse', expected: stdout.trim() })).toBe(true);
  expect(await hasher.run({ password: 'faux', expected: stdout.trim() })).toBe(false);
});
