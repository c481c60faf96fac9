// `npm run test:cluster [FILE]`: a PostgreSQL cluster and its servers on this machine, killed and cut apart under load. Linux with Debian's
// packages, as root (it installs what is missing). About ten minutes; the last line is the sum.
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandTexts as texts } from '../locale/src/fr/commands.mjs';
import { endWith, runSuite } from './lib/long-suite.mjs';
import { build, checkNode, install, root } from './lib/prepare.mjs';
import { say } from './lib/progress.mjs';

checkNode();
await install();
await build();
const folder = mkdtempSync(join(tmpdir(), 'almas-cluster-'));
chmodSync(folder, 0o711); // PostgreSQL runs as another account when this is root
const firstPort = process.env.CLUSTER_PORT || '26000';
const report = join(folder, 'report.json');
const result = await runSuite({
  title: texts.suites.cluster,
  suite: 'cluster',
  report,
  env: { CLUSTER_DIR: folder, CLUSTER_PORT: firstPort },
});
if (result.failed > 0) keepReport();
await clear();
endWith(result);

/** Copies the report and the logs of all programs to test-results/cluster. */
function keepReport() {
  const kept = join(root, 'test-results', 'cluster', new Date().toISOString().replaceAll(':', '-'));
  mkdirSync(kept, { recursive: true });
  const logs = clusters().flatMap((name) =>
    readdirSync(join(folder, name))
      .filter((file) => file.endsWith('.log'))
      .map((file) => join(name, file)),
  );
  for (const file of ['report.json', ...logs])
    if (existsSync(join(folder, file)))
      copyFileSync(join(folder, file), join(kept, file.replaceAll('/', '-')));
  say(kept);
}

function clusters() {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** Stops the programs of an interrupted run. */
async function clear() {
  const { down } = await import('../ops/cluster/cluster.ts');
  for (const name of clusters()) {
    const options = {
      folder: join(folder, name),
      firstPort: Number(firstPort),
      synchronous: true,
      servers: [],
    };
    await down(options, { remove: true });
  }
  rmSync(folder, { recursive: true, force: true });
}
