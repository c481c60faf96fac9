// A process of its own that runs the test files given to it, on a copy of the sources: what a change breaks may also hang.
import { join } from 'node:path';
import { createVitest } from 'vitest/node';

const root = process.argv[2] ?? '';
const vitest = await createVitest('test', {
  root,
  config: join(root, 'tests/mutations/vitest.config.ts'),
  watch: false,
  bail: 1,
  reporters: [{}],
});
await vitest.standalone();
process.on('message', async ({ files, changed }) => {
  for (const file of changed) vitest.invalidateFile(join(root, file));
  const specifications = await vitest.globTestSpecifications(files.map((file) => join(root, file)));
  const began = performance.now();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const red = testModules.filter((module) => !module.ok());
  const failed = red.flatMap((module) =>
    [...module.children.allTests('failed')].map((test) => test.fullName),
  );
  process.send?.({
    count: specifications.length,
    ok: red.length === 0 && unhandledErrors.length === 0,
    failed: failed[0] ?? red[0]?.moduleId ?? '',
    seconds: (performance.now() - began) / 1_000,
  });
});
process.on('disconnect', () => void vitest.close().finally(() => process.exit()));
process.send?.('ready');
