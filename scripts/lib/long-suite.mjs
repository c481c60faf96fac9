import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';
import { run, say } from './progress.mjs';
import { failures, fileErrors, vitestTests } from './results.mjs';

/**
 * Runs a suite of tests/ with its own configuration and shows its output; `report` is the file of its report. @returns the numbers of
 * passed and failed tests
 */
export async function runSuite({ title, suite, report, env }) {
  const status = await run(
    title,
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      `--config=tests/${suite}/vitest.config.ts`,
      `--root=${root}`,
      '--reporter=verbose',
      '--reporter=json',
      `--outputFile=${report}`,
      ...process.argv.slice(2),
    ],
    { cwd: root, env: { ...process.env, NO_COLOR: '1', ...env }, show: true },
  );
  const found = readReport(report);
  const tests = found ? vitestTests(found) : [];
  for (const failure of failures(tests)) say(failure);
  const passed = tests.filter((test) => test.passed).length;
  const failed = tests.length - passed + fileErrors(found, undefined);
  // A runner that failed without a failed test or a report counts as a failure.
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed };
}

/** An interrupted run leaves an incomplete report or none. */
function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Prints the total of a suite as the last line and ends the process. */
export function endWith({ passed, failed }) {
  say(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
