import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from '../../server/src/database/embedded/port.ts';
import { eventually } from '../support/eventually.ts';
import { type ProductServer, startProductServer } from '../support/product-server.ts';

/*
 * The files of ops/ in a real Prometheus. Turned red by: a text of ops/alerts.yml without its quotes; a rule that never fires; a wrong
 * metrics_path in ops/prometheus.yml; jobs that are distinguished by the label `job`, which each scrape sets.
 */
const ops = fileURLToPath(new URL('../../ops/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'almas-prometheus-'));
const token = 'token-of-the-test-servers';
let product: ProductServer;
let prometheus: ChildProcess | undefined;
let address = '';
let log = '';

beforeAll(async () => {
  if (!existsSync('/usr/bin/prometheus')) {
    const get = 'apt-get install -y -qq --no-install-recommends prometheus';
    // Installs the Debian package as root; otherwise Prometheus must be installed already.
    execFileSync('sh', ['-c', `${get} || (apt-get update -qq && ${get})`], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    });
  }
  const admin = { email: 'admin@exemple.dz', password: 'motdepasse-admin' };
  product = await startProductServer(inject('cluster'), admin, { METRICS_TOKEN: token });
});

afterAll(async () => {
  if (prometheus?.exitCode === null) {
    prometheus.kill('SIGTERM');
    await once(prometheus, 'exit');
  }
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Rule {
  readonly name: string;
  readonly health: string;
}
const queryPrometheus = async (path: string) => (await (await fetch(`${address}${path}`)).json()).data;
/** The value of a query with one series, or undefined before the first scrape. */
async function value(query: string): Promise<number | undefined> {
  const { result } = await queryPrometheus(`/api/v1/query?query=${encodeURIComponent(query)}`);
  return result[0] === undefined ? undefined : Number(result[0].value[1]);
}

test('every alert rule of Prometheus fires in its case and in no other', () => {
  const output = execFileSync('promtool', ['test', 'rules', join(ops, 'tests', 'alerts.test.yml')], {
    encoding: 'utf8',
  });
  expect(output).toContain('SUCCESS');
});

test('Prometheus loads the configuration with all its rules and reads a server that works', async () => {
  writeFileSync(join(folder, 'token'), token);
  cpSync(join(ops, 'alerts.yml'), join(folder, 'alerts.yml'));
  const configuration = readFileSync(join(ops, 'prometheus.yml'), 'utf8')
    .replace('scrape_interval: 15s', 'scrape_interval: 1s\n  evaluation_interval: 1s')
    .replace('[almas1:3000, almas2:3000]', `[${new URL(product.baseURL).host}]`)
    .replaceAll('/etc/prometheus/almas-metrics-token', join(folder, 'token'));
  writeFileSync(join(folder, 'prometheus.yml'), configuration);
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  prometheus = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  prometheus.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  await eventually(
    async () => {
      if (prometheus?.exitCode !== null) throw new Error(log);
      return (await fetch(`${address}/-/ready`).catch(() => undefined))?.ok === true;
    },
    { seconds: 60, what: 'Prometheus is ready' },
  );

  const rules = async (): Promise<Rule[]> =>
    (await queryPrometheus('/api/v1/rules')).groups.flatMap((group: { rules: Rule[] }) => group.rules);
  const named = [...readFileSync(join(ops, 'alerts.yml'), 'utf8').matchAll(/- alert: (\w+)/g)];
  expect((await rules()).map(({ name }) => name).sort()).toEqual(named.map(([, name]) => name).sort());

  const load = Array.from({ length: 20 }, () => fetch(`${product.baseURL}/api/me`));
  expect((await Promise.all(load)).every(({ status }) => status === 401)).toBe(true);
  await eventually(async () => (await value('up{job="almas"}')) === 1, { seconds: 30 });
  await eventually(async () => (await value('almas_ready')) === 1, { seconds: 30 });
  await eventually(
    async () => (await value('sum(almas_http_requests_total{route="/api/me", status="401"})')) === 20,
    { seconds: 30 },
  );
  const tasks = () => value('count(count by (task) (almas_job_last_run_seconds))');
  await eventually(async () => ((await tasks()) ?? 0) > 10, { seconds: 30, what: 'each job has a series' });
  // A label of Almas that the scrape sets itself would be renamed, and rules would read the scrape's.
  expect(await value('count({exported_job!=""})')).toBeUndefined();
  expect(await value('count({exported_instance!=""})')).toBeUndefined();
  await eventually(async () => (await rules()).every(({ health }) => health === 'ok'), { seconds: 30 });
});
