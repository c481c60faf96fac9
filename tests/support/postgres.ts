import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { buildProduct } from './build.ts';
import { startTestCluster, type TestCluster, temporaryFolder } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Omit<TestCluster, 'stop'>;
    /** The folder of the copies of `prepareDataDir`. */
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
 * Runs before all test files: builds the product when its sources have changed and starts one PostgreSQL for all of them; stops it
 * afterwards and removes its folder.
 */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  // `npx vitest run tests/server/shop.test.ts` needs no screens.
  const named = process.argv
    .slice(2)
    .filter((word) => /^(tests|server|contract|locale|web|scripts)\//.test(word));
  const ofServer = (path: string) => /^(tests\/server|server|contract|locale)\//.test(path);
  buildProduct({ screens: named.length === 0 || !named.every(ofServer) });
  return provideCluster(project);
}
