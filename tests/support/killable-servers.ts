import { afterAll } from 'vitest';
import { type ServerProcess, startServer } from './server-process.ts';

/** Starts server processes that a test may kill; after the tests of the file the others are stopped. */
export function killableServers(environment: Record<string, string>): () => Promise<ServerProcess> {
  const running = new Set<ServerProcess>();
  afterAll(async () => {
    await Promise.all(
      [...running].filter(({ child }) => child.exitCode === null && !child.killed).map((each) => each.stop()),
    );
  });
  return async () => {
    const started = await startServer(environment);
    running.add(started);
    return started;
  };
}
