import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { family } from '../../ops/cluster/daemons.ts';
import { freePort } from '../../server/src/database/embedded/port.ts';
import { type FinishedProcess, finished } from '../support/child-output.ts';
import { blocksOf, upgrades } from '../support/one-shop.ts';

/*
 * docs/one-shop.md, word by word, on a bare Debian 13 (a chroot of mmdebstrap with mounts and processes of its own, on this machine's network):
 * every block of the page is run here, once with the database of Almas and once with the PostgreSQL of the distribution, and with the first
 * one « The way back » of docs/upgrades.md. What stands in for
 * what a chroot lacks: `systemctl` starts the unit's ExecStart under its User with its Environment and waits for « Almas est prêt »
 * (none of the unit's restrictions apply), `journalctl` shows what it wrote, reloading a proxy does nothing, `certbot` makes a self-signed certificate,
 * and PostgreSQL is started by this file. Changed in the commands: ADDRESS, the shop's name, and the two ports, which other
 * programs of this machine may have. Turned red by: a command that fails, a step that is missing on the page.
 */
const clone = fileURLToPath(new URL('../..', import.meta.url));
const folder = resolve(process.env.IMAGE_DIR ?? '');
const archive = join(folder, 'trixie.tar');
let root: string;
let holder: ReturnType<typeof spawn>;
let port: number;
let databasePort = 5432;

const systemctl = `#!/bin/bash
units=/etc/systemd/system; run=/run/stand-in; mkdir -p $run
get() { sed -n "s/^$1=//p" "$units/$unit.service"; }
alive() { [ -s $run/$unit.pid ] && grep -qs '^State:[^ZX]*$' /proc/$(cat $run/$unit.pid)/status; }
start() {
  unit=$1
  case $unit in *.timer) test -f $units/$unit; return;; esac
  state=$(get StateDirectory)
  [ -z "$state" ] || install -d -m $(get StateDirectoryMode) -o $(get User) -g $(get Group) /var/lib/$state
  cd "$(get WorkingDirectory | grep . || echo /)"
  umask $(get UMask)
  set -- setsid setpriv --reuid=$(get User) --regid=$(get Group) --init-groups env -i PATH=$PATH $(get Environment) $(get ExecStart)
  if [ "$(get Type)" = oneshot ]; then "$@" >>$run/$unit.log 2>&1; return; fi
  : >$run/$unit.log
  "$@" >>$run/$unit.log 2>&1 </dev/null &
  echo $! >$run/$unit.pid
  for i in $(seq 240); do
    grep -q 'Almas est prêt' $run/$unit.log && return
    alive || { cat $run/$unit.log; return 1; }
    sleep 0.5
  done
  cat $run/$unit.log; return 1
}
stop() {
  unit=$1; alive || return 0
  kill -TERM $(cat $run/$unit.pid)
  for i in $(seq 120); do alive || return 0; sleep 0.5; done
  return 1
}
verb=$1; shift; [ "\${1:-}" != --now ] || shift
case $verb in
  daemon-reload|reload) ;;
  enable|start) for each in "$@"; do start $each || exit 1; done ;;
  stop) stop $1 ;;
  restart) stop $1 && start $1 ;;
  status) unit=$1; alive && echo "$1: active (running)" ;;
  *) echo "systemctl $verb: not in this stand-in" >&2; exit 1 ;;
esac
`;
const journalctl = '#!/bin/sh\ntail -n "$4" "/run/stand-in/$2.log"\n';
const certbot = `#!/bin/sh -e
live=/etc/letsencrypt/live/$4; mkdir -p $live
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj "/CN=$4" -keyout $live/privkey.pem -out $live/fullchain.pem 2>/dev/null
`;

beforeAll(async () => {
  if (!existsSync(archive)) {
    const args = ['--variant=minbase', '--include=ca-certificates', 'trixie', archive];
    execFileSync('mmdebstrap', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  }
  root = mkdtempSync(join(folder, 'one-shop-'));
  chmodSync(root, 0o755);
  execFileSync('tar', ['-C', root, '--exclude=./dev/*', '-xf', archive]);
  const repository = join(root, 'srv', 'almas.git');
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', repository]);
  execFileSync('git', ['-C', clone, 'push', '-q', repository, 'HEAD:refs/heads/main']);
  for (const [name, text] of Object.entries({ systemctl, journalctl, certbot }))
    writeFileSync(join(root, 'usr', 'local', 'bin', name), text, { mode: 0o755 });
  // The packages start no services: their ports may be taken on this machine.
  writeFileSync(join(root, 'usr', 'sbin', 'policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  for (const file of ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs/ca-certificates.crt'])
    copyFileSync(file, join(root, file));
  mkdirSync(join(root, 'archive'));
  port = await freePort();
  const mounts = `mount --make-rprivate / && mount -t proc proc ${root}/proc && mount --rbind /dev ${root}/dev`;
  // The first process of its namespace: everything inside ends with it.
  holder = spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'bash',
      '-c',
      `${mounts} && echo ready && sleep infinity & wait`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (holder.stdout) await once(holder.stdout, 'data');
});

afterAll(async () => {
  if (holder?.exitCode === null) {
    const ended = once(holder, 'exit');
    holder.kill('SIGKILL');
    await ended;
  }
  if (root) rmSync(root, { recursive: true, force: true });
});

/** Runs commands in the chroot. @throws with their output when one fails */
async function inside(script: string): Promise<string> {
  const first = family(holder.pid ?? 0).find((pid) => pid !== holder.pid);
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
    DEBIAN_FRONTEND: 'noninteractive',
    NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
  };
  const args = ['-t', String(first), '-m', '-p', 'chroot', root, 'bash', '-exc', script];
  const { code, output }: FinishedProcess = await finished(
    spawn('nsenter', args, { env, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  if (code !== 0) throw new Error(`${script}\nended with ${code}:\n${output.slice(-6_000)}`);
  return output;
}

/** The blocks of a section of a page, with the names of this machine. */
function section(heading: string, page?: string): string[] {
  return blocksOf(heading, page).map((block) =>
    block
      .replaceAll('ADDRESS', '/srv/almas.git')
      .replaceAll('boutique.example', 'shop.test')
      .replaceAll(':3000/', `:${port}/`)
      .replaceAll(':5432/', `:${databasePort}/`),
  );
}
const only = (blocks: readonly string[], count: number) => {
  expect(blocks).toHaveLength(count);
  return blocks as [string, string, string];
};
const usePort = () => inside(`echo PORT=${port} >>/etc/almas.env`);
const timed = async (title: string, script: string) => {
  const began = Date.now();
  const output = await inside(script);
  process.stdout.write(`one-shop: ${title}: ${Math.round((Date.now() - began) / 1_000)} s\n`);
  return output;
};
const isClean = 'Les comptes sont justes';

test('the page of one shop, word by word on a bare Debian, with the database of Almas', async () => {
  const [program, settings, start] = only(section('Monday: the service'), 3);
  await timed('program', program);
  await timed('settings', settings);
  await usePort();
  const started = await timed('start', start);
  expect(started).toContain('Almas est prêt');

  const [caddy, nginx] = only(section('Tuesday: TLS'), 2);
  expect(await timed('Caddy', caddy)).toContain('Valid configuration');
  expect(await timed('nginx', nginx)).toContain('test is successful');

  const [backup, archiving] = only(section('Wednesday: backups'), 2);
  expect(await timed('backup', backup)).toContain(isClean);
  await timed('archive', archiving);
  await inside(
    'for i in $(seq 240); do ls /archive/almas/wal/* >/dev/null 2>&1 && ls /archive/almas/base*/* >/dev/null 2>&1 && exit; sleep 0.5; done; exit 1',
  );

  const [trial] = only(section('Thursday: the trial'), 1);
  const tried = await timed('trial', trial);
  expect(tried.split(isClean)).toHaveLength(3);
  expect(tried).toContain('Base retrouvée telle qu’elle était à');

  await inside(
    `git clone -q /srv/almas.git /srv/next && cd /srv/next && echo "COMMENT ON TABLE users IS 'next';" >server/src/database/migrations/9999_next.sql
     git add -A && git -c user.name=a -c user.email=a@exemple.dz commit -qm 'a new version' && git push -q && rm -rf /srv/next`,
  );
  const [prepare, exchange] = only(section('Friday: a new version'), 2);
  await timed('new version', prepare);
  const before = (await inside('TZ=Africa/Algiers date "+%F %T"')).trim().split('\n').at(-1) ?? '';
  await timed('exchange', exchange);
  expect(await inside('cat /etc/systemd/system/almas*.service.d/own.conf')).toMatch(
    /(ReadWritePaths=\/archive[\s\S]*){2}/,
  );

  const [wayBack, toTheMinute, fromFile] = only(section('The way back', upgrades), 3);
  await expect(timed('way back', wayBack)).rejects.toThrow('Cette base a été mise à niveau');
  expect(await timed('to the minute before', toTheMinute.replace('2026-03-02 22:15', before))).toContain(
    isClean,
  );
  await timed('start again', 'systemctl start almas');

  const [look, bringBack, startAgain] = only(section('Three in the morning'), 3);
  expect(await timed('look', look)).toMatch(/active \(running\)[\s\S]*"ready"[\s\S]*Les comptes sont justes/);
  expect(await timed('data folder lost', bringBack)).toContain(isClean);
  await timed('start again', startAgain);
  expect(await inside('runuser -u almas -- almas audit')).toContain(isClean);

  await inside("sed -i '/^ARCHIVE_DIR=/d' /etc/almas.env");
  expect(await timed('way back from a file', fromFile)).toContain(isClean);
  await inside('systemctl start almas && runuser -u almas -- almas audit && systemctl stop almas');
});

test('the page of one shop, word by word on a bare Debian, with its PostgreSQL', async () => {
  // The program is there from the first test; everything of the first shop goes.
  await inside('rm -rf /var/lib/almas* /var/backups/almas /etc/almas /etc/almas.env /archive/almas');
  const [, settings, start] = only(section('Monday: the service'), 3);
  await timed('settings', settings);
  await usePort();
  const title = 'With the PostgreSQL of the distribution';
  const [install, ...rest] = (section(title)[0] ?? '').split('\n');
  await timed('PostgreSQL', install ?? '');
  await inside('pg_ctlcluster 17 main start');
  databasePort = Number((await inside('pg_lsclusters -h')).match(/17 +main +(\d+)/)?.[1]);
  const [roles = '', owner = '', trial = '', bringBack = '', startAgain = ''] = section(title);
  expect(section(title)).toHaveLength(5);
  expect(rest.length).toBeGreaterThan(5);
  await timed('roles', roles.split('\n').slice(1).join('\n'));
  const started = await timed('start', start);
  expect(started).toContain('Almas est prêt');
  expect(started).not.toContain('peut réécrire les comptes');
  const [backup] = section('Wednesday: backups') as [string];
  expect(await timed('backup', backup)).toContain(isClean);
  // As after `cp -a`: no other version is here to be upgraded to.
  expect(await timed('owner', owner.replace('/opt/almas-next', '/opt/almas'))).toContain(isClean);
  expect(await timed('trial', trial)).toContain(isClean);
  expect(await timed('database lost', bringBack)).toContain(isClean);
  await timed('start again', startAgain);
  expect(await inside('runuser -u almas -- almas audit')).toContain(isClean);
  await inside('systemctl stop almas; pg_ctlcluster 17 main stop -m fast');
});
