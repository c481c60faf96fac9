import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../server/src/config.ts';
import { blocksOf } from '../support/one-shop.ts';

/*
 * The units of ops/ and the steps of docs/one-shop.md. Turned red by: an environment file that only root
 * may read, with which the server does not start; a step that names a file which is not there; a unit without its restrictions.
 */
const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const steps = blocksOf('Monday: the service').join('\n');
const units = readdirSync(join(root, 'ops'))
  .filter((name) => name.endsWith('.service'))
  .map((name) => ({ name, text: read('ops', name) }));
const analyzer = '/usr/bin/systemd-analyze';
/** The version of systemd: older ones cannot analyze a unit file. 0 without systemd. */
const systemdVersion = existsSync(analyzer)
  ? Number(/^systemd (\d+)/.exec(execFileSync(analyzer, ['--version'], { encoding: 'utf8' }))?.[1])
  : 0;
const settingOf = (unit: string, key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1];

describe('a service on systemd', () => {
  test('the environment file of the service is readable to the group of its units and to no other account', () => {
    const [, mode = '', owner, group] =
      /install -m (\d+) -o (\w+) -g (\w+) \/opt\/almas\/ops\/almas\.env\.example \/etc\/almas\.env/.exec(
        steps,
      ) ?? [];
    expect(read('ops', 'almas.env.example')).toContain(`mode ${mode}, owner ${owner}, group ${group}`);
    expect(Number.parseInt(mode, 8) & 0o047).toBe(0o040);
    expect(units.length).toBeGreaterThan(1);
    for (const { name, text } of units) expect([name, settingOf(text, 'Group')]).toEqual([name, group]);
  });

  test('the steps of installation name existing files and make the folders and the account of the units', () => {
    const named = [
      ...steps.matchAll(/(?<![\w/.])(?:ops|bin)\/[\w./-]+/g),
      ...steps.matchAll(/\/opt\/almas\/(\S+)/g),
    ];
    expect(named.length).toBeGreaterThan(4);
    for (const [path, below] of named) expect(existsSync(join(root, below ?? path)), path).toBe(true);
    for (const { name, text } of units) {
      expect(steps, name).toContain(
        `useradd --system --home-dir /var/lib/almas --shell /usr/sbin/nologin ${settingOf(text, 'User')}`,
      );
      expect(steps, name).toContain(`ops/${name}`);
      for (const [, folder] of text.matchAll(/^Environment=.*?BACKUP_DIR=(\S+) TEXTFILE_DIR=(?:\S+)$/gm))
        expect(steps).toMatch(new RegExp(`^install -d .*-o almas .*${folder}\\b`, 'm'));
    }
  });

  test('what the server’s unit says about a key or an archive elsewhere stands in the unit of the nightly backup too', () => {
    const optional =
      read('ops', 'almas.service').match(/^#(?:LoadCredential|Environment|ReadWritePaths)=.*$/gm) ?? [];
    expect(optional.length).toBeGreaterThan(2);
    for (const { name, text } of units) for (const line of optional) expect(text, name).toContain(line);
  });

  test.runIf(systemdVersion >= 252)(
    'the unit almas.service has an exposure of at most 3 by systemd-analyze',
    () => {
      const file = join(root, 'ops', 'almas.service');
      // Exits with code 1 above the threshold, which is given in tenths.
      const args = ['security', '--offline=true', '--threshold=30', '--no-pager', file];
      expect(execFileSync(analyzer, args, { encoding: 'utf8' })).toMatch(
        /Overall exposure level for almas\.service: [0-3]\.\d/,
      );
    },
  );
});

test('the file ops/compose.yaml is written so that podman-compose 1.0 reads it too', () => {
  const compose = read('ops', 'compose.yaml');
  // podman-compose 1.0 accepts no required variable without an error message, no empty default, and no map of sysctls.
  expect(compose.match(/\$\{\w+:\?[^}]+\}/g)?.length).toBeGreaterThan(5);
  const used = compose.match(/\$\{[^}]*\}/g) ?? [];
  expect(used.filter((variable) => !/^\$\{\w+(:\?[^}]+)?\}$/.test(variable))).toEqual([]);
  expect(compose).toMatch(/sysctls:\n\s+- \S+=\d/);
});

// Turned red by: a cookie without Secure behind a proxy that ends TLS; visitors that all have the address of the gateway.
test('the servers of ops/compose.yaml know their public address, and its proxy keeps the addresses of a TLS proxy on the machine', () => {
  const compose = read('ops', 'compose.yaml');
  for (const name of ['PUBLIC_URL', 'PASSWORD_POLICY', 'METRICS_TOKEN'])
    expect(compose, name).toContain(`\n    ${name}: \${${name}}\n`);
  const [, network] = /subnet: ([\d.]+)\.0\/24/.exec(compose) ?? [];
  expect(read('ops', 'haproxy.cfg')).toContain(`del-header X-Forwarded-For unless { src ${network}.1 }\n`);
  const { publicUrl, passwordPolicy, metricsToken } = readConfig({
    PUBLIC_URL: '',
    PASSWORD_POLICY: '',
    METRICS_TOKEN: '',
  });
  expect({ publicUrl, passwordPolicy, metricsToken }).toEqual({ passwordPolicy: 'specified' });
});
