import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { buildProduct } from './build.ts';
import { startTestCluster, type TestCluster, temporaryFolder } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Omit<TestCluster, 'stop'>;
    /** Where `prepareDataDir` keeps what it copies. */
    preparedFolder: string;
  }
}

/** One PostgreSQL for all test files of a run. */
export async function provideCluster(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...cluster } = await startTestCluster();
  project.provide('cluster', cluster);
  const preparedFolder = temporaryFolder('prepared');
  project.provide('preparedFolder', preparedFolder);
  return async () => {
    rmSync(preparedFolder, { recursive: true, force: true });
    await stop();
  };
}

/**
 * Before all test files: the product is built when its sources changed, and one PostgreSQL starts for all of them.
 * After them it is stopped and its folder removed.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  buildProduct();
  return provideCluster(project);
}
