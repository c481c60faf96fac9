import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { clusterTexts as texts } from '@almas/locale/cluster';
import { postgresPrograms } from './layout.ts';

/** Each Debian package and a check whether it is installed. */
const needed: readonly (readonly [string, () => boolean])[] = [
  ['postgresql', () => postgresPrograms() !== undefined],
  ['patroni', () => existsSync('/usr/bin/patroni')],
  ['python3-etcd', () => existsSync('/usr/lib/python3/dist-packages/etcd')],
  ['python3-psycopg2', () => existsSync('/usr/lib/python3/dist-packages/psycopg2')],
  ['etcd-server', () => existsSync('/usr/bin/etcd')],
  ['pgbackrest', () => existsSync('/usr/bin/pgbackrest')],
  ['haproxy', () => existsSync('/usr/sbin/haproxy')],
];

const missing = (): string[] => needed.filter(([, isThere]) => !isThere()).map(([name]) => name);

/**
 * Installs missing Debian packages. With a service manager, packages start services of their own: they are stopped, because this
 * cluster starts each program itself.
 * @throws Error when a program is still missing
 */
export function installPackages(say: (line: string) => void): void {
  const names = missing();
  if (names.length === 0) return;
  say(texts.installing(names.join(', ')));
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  const install = () =>
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...names], options);
  try {
    // A new machine has no or outdated package lists.
    spawnSync('apt-get', ['update'], options);
    install();
  } catch {
    throw new Error(texts.installFailed(names.join(' ')));
  }
  if (existsSync('/run/systemd/system')) {
    for (const service of ['patroni', 'etcd', 'haproxy']) {
      if (names.some((name) => name.startsWith(service)))
        spawnSync('systemctl', ['disable', '--now', service]);
    }
  }
  if (missing().length > 0) throw new Error(texts.installFailed(missing().join(' ')));
}
