// `npm run test:image`: builds the image and runs it. Linux with Debian's packages, as root (it installs what is missing).
// IMAGE_DIR keeps the base image and the layers for the next run. The last line is the sum.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandTexts as texts } from '../locale/src/fr/commands.mjs';
import { build, checkNode, install, root } from './lib/prepare.mjs';
import { run, say } from './lib/progress.mjs';
import { strayFaults, vitestTests } from './lib/results.mjs';

checkNode();
await install();
await build();
const packages = {
  buildah: '/usr/bin/buildah',
  mmdebstrap: '/usr/bin/mmdebstrap',
  haproxy: '/usr/sbin/haproxy',
};
const missing = Object.entries(packages).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
if (missing.length > 0) {
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  execFileSync('apt-get', ['update'], options);
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], options);
}
const kept = process.env.IMAGE_DIR;
if (kept) mkdirSync(kept, { recursive: true });
const folder = kept ?? mkdtempSync(join(tmpdir(), 'almas-image-'));
const report = join(folder, 'report.json');
rmSync(report, { force: true });
const status = await run(
  texts.suites.image,
  process.execPath,
  [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--config=tests/image/vitest.config.ts',
    `--root=${root}`,
    '--reporter=verbose',
    '--reporter=json',
    `--outputFile=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, env: { ...process.env, NO_COLOR: '1', IMAGE_DIR: folder }, show: true },
);
const found = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
if (!kept) rmSync(folder, { recursive: true, force: true });
const tests = found ? vitestTests(found) : [];
const passed = tests.filter((test) => test.passed).length;
let failed = tests.length - passed + strayFaults(found, undefined);
if (failed === 0 && status !== 0) failed = 1;
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
