import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { accepted } from './accepted.ts';
import { type Mutation, makeMutations } from './make-mutations.ts';
import { provenBy } from './targets.ts';

/*
 * `npm run mutate`: changes one small thing of the server at a time, on a copy, and looks whether a test goes red.
 * `-- --sample 100 --seed 7` takes some of them, `-- --only modules/purchases` those of a folder.
 */
const { values: options } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
    only: { type: 'string', default: '' },
    /** In seconds: tests that a change keeps from ending are red. */
    limit: { type: 'string', default: '240' },
  },
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const say = (line: string) => process.stdout.write(`${line}\n`);
const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
})
  .toString()
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)));

/** The sources in a folder of their own; what is installed and built is the original's. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'almas-mutate-'));
  for (const file of tracked) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  for (const folder of ['', 'contract', 'locale', 'server', 'web'])
    for (const name of ['node_modules', 'dist'])
      if (existsSync(join(root, folder, name)))
        symlinkSync(join(root, folder, name), join(copy, folder, name));
  return copy;
}

interface Verdict {
  readonly count: number;
  readonly ok: boolean;
  readonly failed: string;
  readonly seconds: number;
}

class Runner {
  private child: ChildProcess | undefined;
  /** Changed back since the last run. */
  private former: readonly string[] = [];
  constructor(private readonly copy: string) {}

  async run(files: readonly string[], changed: readonly string[]): Promise<Verdict> {
    if (!this.child) {
      this.child = fork(join(this.copy, 'tests/mutations/runner.mjs'), [this.copy], {
        cwd: this.copy,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      await once(this.child, 'message');
    }
    const { child } = this;
    child.send({ files, changed: [...this.former, ...changed] });
    this.former = changed;
    const time = Number(options.limit) * 1_000;
    const stop = new AbortController();
    const verdict = await Promise.race([
      once(child, 'message', { signal: stop.signal }).then(([answer]) => answer as Verdict),
      once(child, 'exit', { signal: stop.signal }).then(() => 'it ended'),
      new Promise<string>((resolve) => {
        const timer = setTimeout(resolve, time, 'it did not end');
        stop.signal.addEventListener('abort', () => clearTimeout(timer));
      }),
    ]);
    stop.abort();
    if (typeof verdict !== 'string') return verdict;
    await this.close();
    return { count: files.length, ok: false, failed: verdict, seconds: time / 1_000 };
  }

  async close(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.disconnect();
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await gone;
    clearTimeout(timer);
  }
}

/** The same sequence for the same seed. */
function shuffled<T>(values: readonly T[], seed: number): T[] {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return values
    .map((value) => ({ value, order: next() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}

const folderOf = (file: string) => Object.keys(provenBy).find((folder) => file.startsWith(folder));
const sources = tracked.filter(
  (file) =>
    /\.(ts|sql)$/.test(file) && !file.includes('.test.') && folderOf(file) && file.includes(options.only),
);
const all = sources.flatMap((file) => makeMutations(file, readFileSync(join(root, file), 'utf8')));
const chosen = options.sample ? shuffled(all, Number(options.seed)).slice(0, Number(options.sample)) : all;
say(
  `${chosen.length} of ${all.length} mutations in ${sources.length} files${options.sample ? `, seed ${options.seed}` : ''}`,
);

const testsOf = (file: string): string[] => {
  const beside = file.replace(/\.ts$/, '.test.ts');
  return [
    ...(tracked.includes(beside) ? [beside] : []),
    ...(provenBy[folderOf(file) ?? ''] ?? []).map((name) => `tests/${name}.test.ts`),
  ];
};

const copy = copySources();
const runner = new Runner(copy);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await runner.close();
    rmSync(copy, { recursive: true, force: true });
    process.exit(1);
  });
const survivors: Mutation[] = [];
let killed = 0;
try {
  // Red without any change would prove nothing.
  for (const folder of new Set(chosen.map(({ file }) => folderOf(file) ?? ''))) {
    const files = (provenBy[folder] ?? []).map((name) => `tests/${name}.test.ts`);
    const { ok, failed, seconds, count } = await runner.run(files, []);
    say(`${folder}: ${count} files, ${ok ? 'green' : `RED: ${failed}`}, ${seconds.toFixed(0)} s`);
    if (!ok || count !== files.length)
      throw new Error(`the tests of ${folder} are not green without a change`);
  }
  for (const [i, mutation] of chosen.entries()) {
    const { file, line, from, to, source, text } = mutation;
    const original = readFileSync(join(root, file), 'utf8');
    const changed = file.endsWith('.sql') ? [file, file.replace(/\.sql$/, '.ts')] : [file];
    writeFileSync(join(copy, file), source);
    const verdict = await runner.run(testsOf(file), changed);
    writeFileSync(join(copy, file), original);
    const known = accepted.find((entry) => entry.file === file && entry.text === text && entry.from === from);
    if (!verdict.ok) killed += 1;
    else if (!known) survivors.push(mutation);
    say(
      `${i + 1}/${chosen.length} ${verdict.ok ? (known ? 'accepted' : 'SURVIVED') : 'killed'} ${file}:${line} ${from} -> ${to} (${verdict.seconds.toFixed(0)} s)${verdict.ok ? `\n    ${text}` : `: ${verdict.failed}`}`,
    );
  }
} finally {
  await runner.close();
  rmSync(copy, { recursive: true, force: true });
}
const judged = killed + survivors.length;
say(`${killed} of ${judged} killed: ${((100 * killed) / Math.max(1, judged)).toFixed(1)} % (asked 95 %)`);
for (const { file, line, from, to, text } of survivors)
  say(`survived: ${file}:${line} ${from} -> ${to}\n    ${text}`);
process.exit(killed >= 0.95 * judged ? 0 : 1);
