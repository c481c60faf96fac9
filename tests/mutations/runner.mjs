// A process of its own that runs the test files given to it, on a copy of the sources.
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { endWorker, invalidate, keptWorkers } from './kept-worker.mjs';

const root = process.argv[2] ?? '';
const vitest = await createVitest('test', {
  root,
  config: join(root, 'tests/mutations/vitest.config.ts'),
  watch: false,
  // Not in the configuration: Vite would load this module a second time.
  pool: keptWorkers,
  bail: process.env.ALMAS_RECORD ? 0 : 1,
  reporters: [{}],
});
await vitest.standalone();

/** The files, and all that import them: no other module has seen what they hold. */
function withImporters(files) {
  const found = new Set();
  const visit = ({ file, importers }) => {
    if (!file || found.has(file)) return;
    found.add(file);
    for (const importer of importers) visit(importer);
  };
  for (const { vite } of vitest.projects)
    for (const { moduleGraph } of Object.values(vite.environments))
      for (const file of files) for (const module of moduleGraph.getModulesByFile(file) ?? []) visit(module);
  return [...found];
}

/** Runs one test file; after `limit` seconds it is red. */
async function run(file, limit) {
  const specifications = await vitest.globTestSpecifications([join(root, file)]);
  const began = performance.now();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endWorker();
  }, limit * 1_000);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  clearTimeout(timer);
  // Vitest answers with the modules of former runs as well.
  const module = testModules.find(({ moduleId }) => moduleId === join(root, file));
  const red = [...(module?.children.allTests('failed') ?? [])][0];
  const errors = [...(red?.result().errors ?? []), ...(module?.errors() ?? []), ...unhandledErrors];
  const ok = module?.ok() === true && unhandledErrors.length === 0;
  // What such a run leaves behind may fail in the next one.
  if (!ok && !red) endWorker();
  return {
    ok: ok && !isLate,
    failed: isLate ? 'the tests did not end' : (red?.fullName ?? 'the file'),
    error: String(errors[0]?.message ?? '')
      .split('\n')
      .slice(0, 3)
      .join(' ')
      .slice(0, 300),
    seconds: (performance.now() - began) / 1_000,
  };
}

process.on('message', async ({ file, changed, limit }) => {
  const files = (changed ?? []).map((name) => join(root, name));
  for (const name of files) vitest.invalidateFile(name);
  if (changed) invalidate(withImporters(files));
  const verdict = await run(file, limit);
  // The parent may have been stopped meanwhile.
  if (process.connected) process.send?.(verdict);
});
process.on('disconnect', () => {
  endWorker();
  void vitest.close().finally(() => process.exit());
});
process.on('exit', endWorker);
process.send?.('ready');
