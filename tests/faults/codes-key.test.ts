import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/cluster.ts';
import { prepareDataDir } from '../support/prepared-data.ts';
import { spawnServer, startServer } from '../support/server-process.ts';

const root = temporaryFolder('codes-key');
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Starts a server with this environment and stops it. @returns what it printed */
async function startAndStop(env: Record<string, string>): Promise<string> {
  const server = await startServer(env);
  expect(await server.stop()).toBe(0);
  return server.output();
}

// Red when: anything is derived from the secret before the vault has made it.
test('a first start without CODES_KEY creates codes.key for its owner alone, and the next start uses it', async () => {
  const dataDir = join(root, 'inside');
  const key = join(dataDir, 'codes.key');
  await prepareDataDir(dataDir);
  expect(existsSync(key)).toBe(false);
  await startAndStop({ DATA_DIR: dataDir });
  const made = readFileSync(key, 'utf8');
  expect(made.length).toBeGreaterThanOrEqual(43);
  expect(statSync(key).mode & 0o777).toBe(0o600);
  expect(await startAndStop({ DATA_DIR: dataDir })).not.toContain(made);
  expect(readFileSync(key, 'utf8')).toBe(made);
});

test('with CODES_KEY_FILE outside DATA_DIR no key is written inside, and no start succeeds without that same file', async () => {
  const dataDir = join(root, 'outside');
  await prepareDataDir(dataDir);
  mkdirSync(join(root, 'secrets'), { mode: 0o700 });
  chmodSync(join(root, 'secrets'), 0o700);
  const file = (name: string) => join(root, 'secrets', name);
  writeFileSync(file('codes.key'), `${'k'.repeat(43)}\n`, { mode: 0o600 });
  writeFileSync(file('other.key'), 'o'.repeat(43), { mode: 0o600 });
  // With HOST 0.0.0.0 the server would warn about a key inside DATA_DIR.
  const output = await startAndStop({
    DATA_DIR: dataDir,
    CODES_KEY_FILE: file('codes.key'),
    HOST: '0.0.0.0',
  });
  expect(output).not.toContain('codes.key');
  expect(output).not.toContain('kkkkkkkk');
  const refused = async (env: Record<string, string>) => {
    const { exited, output: printed } = spawnServer({ DATA_DIR: dataDir, ...env });
    expect(await exited).toBe(1);
    return printed();
  };
  expect(await refused({})).toContain(`Le fichier ${join(dataDir, 'codes.key')}`);
  expect(await refused({ CODES_KEY_FILE: file('other.key') })).toContain(
    'La clé des codes (CODES_KEY, CODES_KEY_FILE ou',
  );
  expect(await refused({ CODES_KEY_FILE: file('missing.key') })).toContain('ne peut pas être lu');
  expect(existsSync(join(dataDir, 'codes.key'))).toBe(false);
  await startAndStop({ DATA_DIR: dataDir, CODES_KEY_FILE: file('codes.key') });
});
