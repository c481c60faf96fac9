import { findBrowser } from '../../scripts/lib/browser.mjs';
import { buildProduct } from './build.ts';
import { startTestCluster } from './cluster.ts';

/** Runs before all journeys: finds the browser, builds the product when its sources have changed, starts one PostgreSQL for all workers. */
export default async function setup(): Promise<() => Promise<void>> {
  await findBrowser();
  buildProduct();
  const { stop, ...cluster } = await startTestCluster();
  // Playwright passes only the environment to its workers.
  process.env.ALMAS_TEST_CLUSTER = JSON.stringify(cluster);
  return stop;
}
