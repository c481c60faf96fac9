import type { TestProject } from 'vitest/node';
import { startTestCluster } from '../support/cluster.ts';

/** One PostgreSQL for all runs of a runner. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...cluster } = await startTestCluster();
  project.provide('cluster', cluster);
  return stop;
}
