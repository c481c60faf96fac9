import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { withoutTestClock } from './test-clock.mjs';

const build = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));

/** Builds the product when its sources have changed, so that tests run what is delivered; without `screens` the server alone. */
export function buildProduct({ screens = true } = {}): void {
  const flags = screens ? [] : ['--server'];
  const { status } = spawnSync(process.execPath, [build, ...flags], {
    stdio: 'inherit',
    env: withoutTestClock(),
  });
  if (status !== 0) throw new Error('the product does not build');
}
