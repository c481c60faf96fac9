// `npm run dev [-- --demo]`: the server from its sources, which restarts when one of them is saved, and the screens by Vite, which
// replaces what is saved in the open page. The embedded database has a folder of its own, data-dev; `--demo` fills it while it is empty.
// DATA_DIR, PORT (the screens') and every variable of the server can be set as usual.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createListener } from 'node:net';
import { join } from 'node:path';
import { commandTexts as texts } from '../locale/src/fr/commands.mjs';
import { checkNode, install, root } from './lib/prepare.mjs';
import { say } from './lib/progress.mjs';

const administrator = { email: 'admin@almas.local', password: 'almas-dev' };

checkNode();
await install();

const env = {
  DATA_DIR: join(root, 'data-dev'),
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  LOG_LEVEL: 'warn',
  ...process.env,
  PORT: String(await freePort()),
};
const program = (...args) => spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });

if (process.argv.includes('--demo')) await once(program('server/src/commands/demo.ts'), 'exit');
const server = program('--watch', '--watch-preserve-output', 'server/src/main.ts');

const { createServer } = await import('vite');
const vite = await createServer({
  root: join(root, 'web'),
  server: {
    port: Number(process.env.PORT ?? 5173),
    proxy: { '^/(api|readyz|version.json)': { target: `http://127.0.0.1:${env.PORT}` } },
  },
  clearScreen: false,
});
await vite.listen();
const [address] = vite.resolvedUrls.local;
say(texts.dev(address.slice(0, -1), env));

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => end(signal));
server.once('exit', () => end());

/** The server stops its database; this process waits for it. */
async function end() {
  if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
  await vite.close();
  process.exit(0);
}

/** A port that nothing listens on: the server keeps it over its restarts. */
async function freePort() {
  const listener = createListener().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address();
  listener.close();
  await once(listener, 'close');
  return port;
}
