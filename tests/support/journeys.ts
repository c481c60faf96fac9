import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startTestCluster } from './cluster.ts';

const build = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url));

/** Before all journeys: the product is built when its sources changed, and one PostgreSQL runs for all workers. */
export default async function setup(): Promise<() => Promise<void>> {
  const { status } = spawnSync(process.execPath, [build], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the product does not build');
  const { stop, ...cluster } = await startTestCluster();
  // Playwright hands nothing but the environment to its workers.
  process.env.ALMAS_TEST_CLUSTER = JSON.stringify(cluster);
  return stop;
}
