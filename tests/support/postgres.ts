import type { TestProject } from 'vitest/node';
import { startTestCluster, type TestCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Omit<TestCluster, 'stop'>;
  }
}

/** Before all test files: one PostgreSQL for the run. After them it is stopped and its folder removed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...cluster } = await startTestCluster();
  project.provide('cluster', cluster);
  return stop;
}
