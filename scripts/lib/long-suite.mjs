import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';
import { run, say } from './progress.mjs';
import { failures, strayFaults, vitestTests } from './results.mjs';

/**
 * Runs a suite of tests/ with a configuration of its own, showing what it prints; `report` is the file of its report.
 * @returns how many tests passed and failed
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
  const failed = tests.length - passed + strayFaults(found, undefined);
  // A runner that failed without naming a test, or left no report, is a failure too.
  return { passed, failed: failed === 0 && status !== 0 ? 1 : failed };
}

/** A run that was cut short leaves half a report, or none. */
function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Prints the sum of a suite as the last line and ends the process. */
export function endWith({ passed, failed }) {
  say(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
