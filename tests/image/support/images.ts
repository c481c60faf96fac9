import { execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { commandOf, family, signal } from '../../../ops/cluster/daemons.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = resolve(process.env.IMAGE_DIR ?? '');
/** Without user namespaces, an overlay or a registry: each layer is a plain folder, each container a chroot. */
const storage = [
  '--storage-driver',
  'vfs',
  '--root',
  join(folder, 'storage'),
  '--runroot',
  join(folder, 'run'),
];
const environment = { ...process.env, TMPDIR: folder };

const buildah = (...args: string[]): string =>
  execFileSync('buildah', [...storage, ...args], {
    encoding: 'utf8',
    env: environment,
    // File names are relative to this folder, because buildah takes a comma in a path for its end.
    cwd: folder,
    maxBuffer: 64 * 1_048_576,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();

const base = 'localhost/almas-base';
const hasImage = (name: string) => buildah('images', '--format', '{{.Name}}').split('\n').includes(name);

/** Debian’s smallest system with the pinned Node, the npm of this machine and its certificates, as node:24.21.0-bookworm-slim is. */
export function makeBase(): void {
  if (hasImage(base)) return;
  const archive = join(folder, 'base.tar');
  execFileSync(
    'mmdebstrap',
    ['--variant=minbase', '--include=ca-certificates,libstdc++6', 'bookworm', archive],
    { stdio: ['ignore', 'ignore', 'pipe'], env: environment },
  );
  const container = buildah('from', 'scratch');
  buildah('add', container, archive, '/');
  buildah('copy', container, process.execPath, '/usr/bin/node');
  buildah('copy', container, npmFolder(), '/usr/lib/node_modules/npm');
  const certificates = '/etc/ssl/certs/ca-certificates.crt';
  buildah('copy', container, certificates, certificates);
  const npmrc = join(folder, 'npmrc');
  writeFileSync(npmrc, `cafile=${certificates}\n`);
  buildah('copy', container, npmrc, '/usr/etc/npmrc');
  const script = `ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm
    ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/bin/npx
    groupadd -g 1000 node && useradd -u 1000 -g node -m node`;
  buildah('run', '--isolation', 'chroot', container, '--', 'sh', '-ec', script);
  buildah('commit', '--rm', container, base);
  rmSync(archive);
}

const npmFolder = (): string =>
  dirname(dirname(execFileSync('readlink', ['-f', '/usr/bin/npm'], { encoding: 'utf8' }).trim()));

/** Creates a clone as an operator has it: the files of the repository, and files that must never get into an image. */
export function makeContext(secret: string): string {
  const context = mkdtempSync(join(folder, 'context-'));
  const files = execFileSync(
    'git',
    ['-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      encoding: 'utf8',
    },
  );
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(context, file)), { recursive: true });
    copyFileSync(join(root, file), join(context, file));
  }
  for (const name of [...plantedFiles, ...plantedElsewhere]) {
    mkdirSync(dirname(join(context, name)), { recursive: true });
    writeFileSync(join(context, name), secret);
  }
  return context;
}

/** Secrets, data and leftovers of a used clone. */
export const plantedFiles = [
  'data/codes.key',
  'data/postgres/base/1',
  'data/postgres.access.json',
  'data/first-administrator.txt',
  '.git/config',
  '.env',
  'ops/.env',
  'ops/production.env',
  'today.backup',
  'server/dist/old.js',
  'node_modules/left.js',
  'web/node_modules/left.js',
];
const plantedElsewhere = ['backups/codes.key', 'backups/night.backup'];

/** Builds the product's image. `--format docker` keeps the health check, which the OCI format has no field for. */
export function buildImage(context: string, image: string): void {
  const files = ['--build-arg', `BASE=${base}`, '-f', 'ops/Containerfile'];
  const how = ['--isolation', 'chroot', '--pull-never', '--format', 'docker'];
  buildah('bud', ...how, ...files, '-t', image, context);
}

/** The paths of a context that a `COPY . .` gets to see. */
export function filesOfCopy(context: string): string[] {
  const file = 'Containerfile.context';
  writeFileSync(join(folder, file), `FROM ${base}\nCOPY . /context\n`);
  buildah(
    'bud',
    '--isolation',
    'chroot',
    '--pull-never',
    '-f',
    file,
    '-t',
    'localhost/almas-context',
    context,
  );
  const container = buildah('from', '--pull-never', 'localhost/almas-context');
  const found = buildah('run', '--isolation', 'chroot', container, '--', 'find', '/context', '-type', 'f');
  buildah('rm', container);
  buildah('rmi', 'localhost/almas-context');
  return found.split('\n').map((path) => path.replace('/context/', ''));
}

export const megabytesOf = (image: string): number => {
  const [{ size }] = JSON.parse(buildah('images', '--json', image)) as [{ size: string }];
  const [, figure = '', unit = ''] = /^([\d.]+) ?([KMG]?B)$/.exec(size) ?? [];
  return Number(figure) * ({ KB: 0.001, MB: 1, GB: 1_000 }[unit] ?? 0);
};
export const baseMegabytes = (): number => megabytesOf(base);

export const configOf = (image: string) =>
  JSON.parse(buildah('inspect', '--type', 'image', image)).Docker.config as {
    User: string;
    Cmd: string[];
    Volumes: Record<string, unknown>;
    Healthcheck: { Test: string[] };
    Env: string[];
  };

interface Finished {
  readonly code: number | null;
  readonly output: string;
}

/** A container of an image on this machine's network. */
export interface Container {
  readonly name: string;
  /** What `docker exec` does. */
  exec(command: readonly string[], env?: Record<string, string>): Promise<Finished>;
  /** Starts the image's own command. */
  start(env: Record<string, string>): Running;
  /** The folder of its writable layer and volumes. */
  remove(): void;
}

export interface Running {
  /** SIGTERM to the server, as `docker stop` sends it. */
  stop(): Promise<Finished>;
  readonly finished: Promise<Finished>;
}

/** Copies the image's files, asynchronously, because the load of the test runs in this process too. */
export async function openContainer(image: string, env: Record<string, string>): Promise<Container> {
  const made = await promisify(execFile)('buildah', [...storage, 'from', '--pull-never', image], {
    env: environment,
  });
  const name = made.stdout.trim();
  const run = (command: readonly string[], more: Record<string, string>) => {
    const variables = Object.entries({ ...env, ...more }).flatMap(([key, value]) => [
      '--env',
      `${key}=${value}`,
    ]);
    const options: SpawnOptions = { env: environment, stdio: ['ignore', 'pipe', 'pipe'] };
    const args = [...storage, 'run', '--isolation', 'chroot', ...variables, name, '--', ...command];
    const child = spawn('buildah', args, options);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const finished = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
    return { child, finished };
  };
  return {
    name,
    exec: (command, more = {}) => run(command, more).finished,
    start: (more) => {
      const { child, finished } = run(configOf(image).Cmd, more);
      const stop = () => {
        const servers = family(child.pid ?? 0).filter((pid) =>
          /^\S*node .*almas\.mjs start/.test(commandOf(pid)),
        );
        signal(servers, 'SIGTERM');
        return finished;
      };
      return { stop, finished };
    },
    remove: () => void buildah('rm', name),
  };
}

/** Copies a file of the repository with other addresses. @returns its path */
export function adaptedFile(name: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  const target = join(folder, name.replaceAll('/', '-'));
  cpSync(join(root, name), target);
  const text = execFileSync('cat', [target], { encoding: 'utf8' });
  writeFileSync(
    target,
    changes.reduce((changed, [from, to]) => changed.replaceAll(from, to), text),
  );
  return target;
}
