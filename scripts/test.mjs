// `npm test`, from nothing: installs, builds what is stale, checks types and style, runs every test, the browser's
// included. The last line is the sum over all of them. `--long` runs the tests without a browser, those that repeat (crashes,
// races, random operations, hostile input) in their long counts; `LONG=1 npx playwright test FILE` does it for a journey.
// TEST_NOW=2026-12-31T22:30:00Z lets the tests begin at that moment (tests/support/test-clock.mjs).
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandTexts as texts } from '../locale/src/fr/commands.mjs';
import { findFakeTime } from '../tests/support/test-clock.mjs';
import { findBrowser } from './lib/browser.mjs';
import { build, checkNode, install, root } from './lib/prepare.mjs';
import { run, say } from './lib/progress.mjs';
import { failures, fileErrors, playwrightTests, readReports, slowest, vitestTests } from './lib/results.mjs';
import { folderInMemory } from './lib/test-folder.mjs';

const results = join(root, 'test-results');
const modules = join(root, 'node_modules');
const long = process.argv.includes('--long');
const memory = process.env.TMPDIR ? undefined : folderInMemory();
const env = {
  ...process.env,
  NO_COLOR: '1',
  ...(memory && { TMPDIR: memory }),
  ...(long && { LONG: '1' }),
};
delete env.FORCE_COLOR;
const node = (what, script, ...args) =>
  run(what, process.execPath, [join(modules, script), ...args], { cwd: root, env, show: true });

checkNode();
await install();
await installFakeTime();
// Before all tests: those of components need it as well as the journeys.
const hasBrowser = await findBrowser();
await build();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const checks = [await typecheck(), await node(texts.suites.lint, '@biomejs/biome/bin/biome', 'check', '.')];
const suites = long ? [await vitest()] : [await vitest(), await playwright()];

const { vitest: code, playwright: journeys } = readReports(results);
const tests = [...(code ? vitestTests(code) : []), ...(journeys ? playwrightTests(journeys) : [])];
const passed = tests.filter((test) => test.passed).length;
const failedChecks = checks.filter((status) => status !== 0).length;
let failed = tests.length - passed + failedChecks + fileErrors(code, journeys);
// A runner that failed without naming a test, or left no report, is a failure too.
if (failed === failedChecks && suites.some((status) => status !== 0)) failed += 1;
say(texts.slowest(slowest(tests, 10)));
for (const failure of failures(tests)) say(failure);
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Installs the library that gives the tests the moment of TEST_NOW, if possible. */
async function installFakeTime() {
  if (!process.env.TEST_NOW || findFakeTime()) return;
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    const command = 'apt-get update -qq; apt-get install -y -qq --no-install-recommends libfaketime';
    const aptEnvironment = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
    await run(texts.clockInstalling, 'sh', ['-c', command], { env: aptEnvironment });
  }
}

async function typecheck() {
  const statuses = [];
  for (const project of ['contract', 'locale', 'server', 'web', 'web/src/worker', 'tests']) {
    statuses.push(
      await node(
        `${texts.suites.typecheck} (${project})`,
        'typescript/bin/tsc',
        '-p',
        project,
        '--pretty',
        'false',
      ),
    );
  }
  return statuses.find((status) => status !== 0) ?? 0;
}

function vitest() {
  const reports = ['--reporter=default', '--reporter=json', `--outputFile=${join(results, 'vitest.json')}`];
  // Without a browser the others still run, and the journeys are the failure.
  const projects = hasBrowser ? [] : ['--project', 'node'];
  return node(texts.suites.vitest, 'vitest/vitest.mjs', 'run', ...projects, ...reports);
}

async function playwright() {
  if (!hasBrowser) return 1;
  return await node(texts.suites.playwright, '@playwright/test/cli.js', 'test');
}
