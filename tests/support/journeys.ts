import { buildProduct } from './build.ts';
import { startTestCluster } from './cluster.ts';

/** Runs before all journeys: builds the product when its sources have changed and starts one PostgreSQL for all workers. */
export default async function setup(): Promise<() => Promise<void>> {
  buildProduct();
  const { stop, ...cluster } = await startTestCluster();
  // Playwright passes only the environment to its workers.
  process.env.ALMAS_TEST_CLUSTER = JSON.stringify(cluster);
  return stop;
}
