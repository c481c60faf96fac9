import { buildProduct } from './build.ts';
import { startTestCluster } from './cluster.ts';

/** Before all journeys: the product is built when its sources changed, and one PostgreSQL runs for all workers. */
export default async function setup(): Promise<() => Promise<void>> {
  buildProduct();
  const { stop, ...cluster } = await startTestCluster();
  // Playwright hands nothing but the environment to its workers.
  process.env.ALMAS_TEST_CLUSTER = JSON.stringify(cluster);
  return stop;
}
