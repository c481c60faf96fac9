import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isAlive, readPostmasterFile } from '../../server/src/database/embedded/orphan.ts';
import { temporaryFolder } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';

/*
 * `npm run dev`. Turned red by: calls of the screens that do not reach the server, or that it takes for those of another site; a
 * server or a database that goes on after the command.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));

test('`npm run dev` serves the screens and the API at one address, and leaves no process when it gets SIGTERM', async () => {
  const dataDir = temporaryFolder('dev');
  const child = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const addressIn = () => /Les écrans : (http:\/\/[^,\s]+)/.exec(output)?.[1];
  await eventually(() => addressIn() !== undefined, { seconds: 60, what: output });
  const address = addressIn() ?? '';
  expect(await (await fetch(`${address}/login`)).text()).toContain('/@vite/client');
  expect(await (await fetch(`${address}/dev/components/`)).text()).toContain('main.tsx');
  await eventually(async () => (await fetch(`${address}/readyz`)).ok, { seconds: 60 });
  const signIn = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@almas.local', password: 'almas-dev' }),
  });
  expect([signIn.status, (await signIn.json()).role]).toEqual([200, 'admin']);

  const database = readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0;
  expect(isAlive(database)).toBe(true);
  child.kill('SIGTERM');
  await exited;
  await eventually(() => !isAlive(database));
});
