import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const budget = fileURLToPath(new URL('../../web/budget.mjs', import.meta.url));

test('the first load of the sign-in, the dashboard and the catalogue stays within its budget', () => {
  const { status, stdout } = spawnSync(process.execPath, [budget], { encoding: 'utf8' });
  expect(status, stdout).toBe(0);
  expect(stdout).toMatch(/\/login .*\n.*\/dashboard /);
});
