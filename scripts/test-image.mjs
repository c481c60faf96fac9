// `npm run test:image [FILE]`: builds the image and runs it, and the proxies of ops/. Linux with Debian's packages, as root (it installs
// what is missing).
// IMAGE_DIR keeps the base image and the layers for the next run. The last line is the sum.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { commandTexts as texts } from '../locale/src/fr/commands.mjs';
import { endWith, runSuite } from './lib/long-suite.mjs';
import { build, checkNode, install } from './lib/prepare.mjs';

checkNode();
await install();
await build();
const packages = {
  buildah: '/usr/bin/buildah',
  mmdebstrap: '/usr/bin/mmdebstrap',
  haproxy: '/usr/sbin/haproxy',
  openssl: '/usr/bin/openssl',
};
const missing = Object.entries(packages).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
if (missing.length > 0) {
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  execFileSync('apt-get', ['update'], options);
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], options);
}
const kept = process.env.IMAGE_DIR && resolve(process.env.IMAGE_DIR);
if (kept) mkdirSync(kept, { recursive: true });
const folder = kept ?? mkdtempSync(join(tmpdir(), 'almas-image-'));
// Unpacked and not installed: these two would start services on port 80.
const servers = { nginx: 'usr/sbin/nginx', caddy: 'usr/bin/caddy' };
const programs = join(folder, 'programs');
for (const [name, file] of Object.entries(servers)) {
  if (existsSync(`/${file}`) || existsSync(join(programs, file))) continue;
  mkdirSync(programs, { recursive: true });
  const inside = { cwd: programs, stdio: 'ignore' };
  execFileSync(
    'sh',
    ['-c', `apt-get download ${name} || (apt-get update && apt-get download ${name})`],
    inside,
  );
  execFileSync('sh', ['-c', `dpkg -x ${name}_*.deb . && rm ${name}_*.deb`], inside);
}
const report = join(folder, 'report.json');
rmSync(report, { force: true });
const result = await runSuite({
  title: texts.suites.image,
  suite: 'image',
  report,
  env: { IMAGE_DIR: folder },
});
if (!kept) rmSync(folder, { recursive: true, force: true });
endWith(result);
