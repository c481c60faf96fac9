import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
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
import { random, seedOfRun } from '../support/random.ts';
import { readOptions } from '../support/read-options.ts';
import { root, sourcePaths } from '../support/source-files.ts';
import { isAccepted } from './accepted.ts';
import { type Execution, executedBy } from './executed-by.ts';
import { type Mutation, makeMutations } from './make-mutations.ts';
import { TestProcess } from './test-process.ts';

/*
 * `npm run mutate`: makes one small change of the server at a time, in a copy, and checks that a test fails.
 *
 * First every test file runs without a change, and what it executes is recorded. A mutation is then tried only by the test files that
 * execute its line, until one fails; when all of them pass, it has survived.
 */
const { values: options } = readOptions('npm run mutate', {
  only: {
    type: 'string',
    multiple: true,
    default: [''],
    help: 'part of a path; given several times, the mutations are tried in this order',
  },
  since: { type: 'string', help: 'a commit: only the mutations of lines that no source had there' },
  tests: {
    type: 'string',
    multiple: true,
    default: [''],
    help: 'part of a path: only these test files try mutations; when all of them pass, the mutation stays open',
  },
  sample: { type: 'string', help: 'tries so many mutations, chosen at random' },
  seed: { type: 'string', default: String(seedOfRun()), help: 'of the random choice' },
  tries: {
    type: 'string',
    default: '1000',
    help: 'the maximum of test files that try a mutation; when all of them pass, it stays open',
  },
  resume: {
    type: 'boolean',
    default: false,
    help: 'keeps earlier verdicts; open and surviving mutations are tried by new and changed test files',
  },
  survivors: {
    type: 'boolean',
    default: false,
    help: 'with --resume: open and surviving mutations are tried by all test files again',
  },
  processes: {
    type: 'string',
    default: '1',
    help: 'how many mutations are tried concurrently, each on its own copy',
  },
  results: {
    type: 'string',
    default: join(tmpdir(), 'almas-mutations'),
    help: 'folder of the verdicts and recordings',
  },
  limit: {
    type: 'string',
    default: '300',
    help: 'seconds after which a test file counts as failed; less for one that is quick without the mutation',
  },
});
const sources = /^server\/src\/(?!.*(\.test\.ts|\.d\.ts)$|.*\/migrations\/).*\.(ts|sql)$/;
const domains = /^server\/src\/(modules|money|limits|idempotency)\//;
/** Changed on the copies (`redeclarable`), so not by a mutation. */
const declarations = 'server/src/database/statement.ts';
/** A path that begins with `server/src/` reaches the sources outside the domains too. */
const isChosen = (file: string, part: string) =>
  sources.test(file) &&
  file !== declarations &&
  file.includes(part) &&
  (domains.test(file) || (part.startsWith('server/src/') && file.startsWith(part)));
/** Test files with these imports start the built product or their own PostgreSQL, and do not see the changed source. */
const apart =
  /support\/(run-almas|operator-command|product-server|server-process|own-postgres|standby|releases)|scripts\/(command|start)/;

const texts = new Map<string, string>();
/** Reads a file once, because it may be edited while this runs. */
function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
  texts.set(file, text);
  return text;
}
const say = (line: string) => process.stdout.write(`${line}\n`);
const tracked = sourcePaths();
const isEveryTest = options.tests.includes('');

/**
 * A module that is read anew declares its statements again, one of them with another text: on the copies the last declaration holds. The
 * others stay declared, for the tests that look a statement up by its name.
 */
function redeclarable(source: string): string {
  const changed = source.replace(/\n {2}if \(declared\.has\(.*\n.*is declared twice.*\n/, '\n');
  if (changed === source) throw new Error(`${declarations} refuses a second declaration in another way`);
  return changed;
}

/** Copies the sources into a folder of their own, with links to the installed packages and the builds. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'almas-mutate-'));
  for (const file of tracked) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  // On a busy machine the tests would wait long for a process with the lowest priority: here the hashing of passwords keeps its priority.
  writeFileSync(join(copy, 'server/src/lower-priority.mjs'), 'export {};\n');
  writeFileSync(join(copy, declarations), redeclarable(read(declarations)));
  // Some tests list the files of the repository.
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  for (const folder of ['', 'contract', 'locale', 'server', 'web'])
    for (const name of ['node_modules', 'dist'])
      if (existsSync(join(root, folder, name)))
        symlinkSync(join(root, folder, name), join(copy, folder, name));
  return copy;
}

type Recording = Execution & { readonly of: string; readonly green: boolean };

const recordings = join(options.results, 'executed');
const hash = (texts: readonly string[]) => createHash('sha256').update(texts.join('\0')).digest('hex');

/** The hash of the test file and of the sources that it executes, for which a recording is valid. */
const stateOf = (test: string, { lines }: Pick<Execution, 'lines'>): string => {
  const executed = new Set(Object.keys(lines).map((key) => key.slice(0, key.lastIndexOf(':'))));
  const judged = [...executed].filter((file) => sources.test(file)).sort();
  return hash([test, ...judged].map((file) => (tracked.includes(file) ? read(file) : '')));
};

/** Records what a test file executes, again when one of these files changed. A failing test file is not used. */
async function record({ recorder }: Copy, test: string): Promise<Recording> {
  const path = join(recordings, `${test.replaceAll('/', '+')}.json`);
  const stored = (): Recording | undefined =>
    existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  const former = stored();
  if (former && former.of === stateOf(test, former)) return former;
  rmSync(path, { force: true });
  const { ok, seconds, failed, error } = await recorder.run(test, Number(options.limit));
  const found = { test, lines: {}, loaded: [], statements: {}, ...stored(), seconds };
  const recording = { ...found, of: stateOf(test, found), green: ok && existsSync(path) };
  writeFileSync(path, JSON.stringify(recording));
  say(`${test}: ${seconds.toFixed(1)} s${recording.green ? '' : `, takes no part: ${failed}: ${error}`}`);
  return recording;
}

interface Judgement {
  readonly id: string;
  readonly verdict: 'killed' | 'survived' | 'open';
  /** The file and the test that failed, and its error. */
  readonly by?: string;
  readonly test?: string;
  readonly error?: string;
  /** The test files that passed with the mutation, each with its hash. */
  readonly green: Readonly<Record<string, string>>;
  readonly seconds: number;
}

/** For each source the test file that failed last: it often fails for the next mutation, too. */
const lastKiller = new Map<string, string>();

/** Five times the duration without a mutation: a mutation that makes a quick test file hang fails soon. */
const limitOf = (test: string, executions: readonly Recording[]) => {
  const { seconds = 0 } = executions.find((execution) => execution.test === test) ?? {};
  return Math.min(Number(options.limit), 60 + 5 * seconds);
};

async function judge(
  { folder, tests }: Copy,
  mutation: Mutation,
  executions: readonly Recording[],
  leftGreen: Judgement['green'],
): Promise<Judgement> {
  const { id, file } = mutation;
  const green = { ...leftGreen };
  const candidates = executedBy(mutation, read(file), executions).filter((test) => !(test in green));
  const killer = lastKiller.get(file);
  candidates.sort((a, b) => Number(b === killer) - Number(a === killer));
  const changed = file.endsWith('.sql') ? [file, file.replace(/\.sql$/, '.ts')] : [file];
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 100) / 10;
  writeFileSync(join(folder, file), mutation.source);
  try {
    for (const [i, by] of candidates.slice(0, Number(options.tries)).entries()) {
      const verdict = await tests.run(by, limitOf(by, executions), i === 0 ? changed : undefined);
      if (verdict.ok) green[by] = hash([read(by)]);
      else {
        lastKiller.set(file, by);
        const { failed: test, error } = verdict;
        return { id, verdict: 'killed', by, test, error, green, seconds: seconds() };
      }
    }
  } finally {
    writeFileSync(join(folder, file), read(file));
  }
  const isOpen = candidates.length > Number(options.tries) || !isEveryTest;
  return { id, verdict: isOpen ? 'open' : 'survived', green, seconds: seconds() };
}

const verdicts = join(options.results, 'verdicts.jsonl');
mkdirSync(recordings, { recursive: true });
if (!options.resume) rmSync(verdicts, { force: true });
const judgements = new Map<string, Judgement>();
if (existsSync(verdicts))
  for (const line of readFileSync(verdicts, 'utf8').split('\n').filter(Boolean)) {
    const judgement: Judgement = JSON.parse(line);
    judgements.set(judgement.id, judgement);
  }

/** Shuffles the values: the same order for the same seed. */
function shuffled<T>(values: readonly T[], seed: number): T[] {
  const rng = random(seed);
  return values
    .map((value) => ({ value, order: rng.value() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}

const lineOf = ({ text, from }: Mutation) => `${text} ${from}`;

/** The lines that a source had at a commit, each with a change that it allows. */
function linesAt(commit: string): Set<string> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 });
  const files = git('ls-tree', '-r', '--name-only', commit, 'server/src').split('\n');
  return new Set(
    files
      .filter((file) => sources.test(file))
      .flatMap((file) => makeMutations(file, git('show', `${commit}:${file}`)).map(lineOf)),
  );
}

const judged = options.only.flatMap((part) => tracked.filter((file) => isChosen(file, part)));
const formerLines = options.since ? linesAt(options.since) : new Set();
const all = [...new Set(judged)]
  .flatMap((file) => makeMutations(file, read(file)))
  .filter((mutation) => !formerLines.has(lineOf(mutation)));
const chosen = options.sample ? shuffled(all, Number(options.seed)).slice(0, Number(options.sample)) : all;
interface Copy {
  readonly folder: string;
  readonly tests: TestProcess;
  readonly recorder: TestProcess;
}

const copies = Array.from({ length: Number(options.processes) }, (): Copy => {
  const folder = copySources();
  return {
    folder,
    tests: new TestProcess(folder),
    recorder: new TestProcess(folder, { ALMAS_RECORD: recordings }),
  };
});
const close = () =>
  Promise.all(
    copies.map(async ({ folder, tests, recorder }) => {
      await recorder.close();
      await tests.close();
      rmSync(folder, { recursive: true, force: true });
    }),
  );
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().finally(() => process.exit(1)));

/** Works on each entry in the next free copy. */
async function inCopies<T>(
  entries: readonly T[],
  work: (copy: Copy, entry: T) => Promise<void>,
): Promise<void> {
  const queue = entries.values();
  await Promise.all(
    copies.map(async (copy) => {
      for (const entry of queue) await work(copy, entry);
    }),
  );
}

try {
  const executions: Recording[] = [];
  const testFiles = tracked.filter(
    (file) =>
      /^(server|tests\/(server|attacks|faults))\/.*\.test\.ts$/.test(file) &&
      options.tests.some((part) => file.includes(part)) &&
      !apart.test(read(file)),
  );
  await inCopies(testFiles, async (copy, test) => {
    const recording = await record(copy, test);
    if (recording.green) executions.push(recording);
  });
  await Promise.all(copies.map(({ recorder }) => recorder.close()));
  const sample = options.sample ? `, seed ${options.seed}` : '';
  say(`${chosen.length} of ${all.length} mutations${sample}; ${executions.length} test files`);
  await inCopies(chosen, async (copy, mutation) => {
    const { id, file, line, from, to, text } = mutation;
    const former = judgements.get(id);
    if (isAccepted(mutation) || former?.verdict === 'killed') return;
    const stillGreen = Object.entries(former?.green ?? {}).filter(
      ([test, of]) => !options.survivors && tracked.includes(test) && of === hash([read(test)]),
    );
    const judgement = await judge(copy, mutation, executions, Object.fromEntries(stillGreen));
    judgements.set(id, judgement);
    appendFileSync(verdicts, `${JSON.stringify(judgement)}\n`);
    const { verdict, by, test, seconds, green } = judgement;
    const outcome = by ? `: ${by}: ${test}` : `\n    ${text}`;
    const tried = `${seconds} s, ${Object.keys(green).length} green`;
    say(
      `${judgements.size}/${chosen.length} ${verdict} ${file}:${line} ${from} -> ${to} (${tried})${outcome}`,
    );
  });
} finally {
  await close();
}

const noVerdicts = { killed: 0, accepted: 0, survived: 0, open: 0 };
const counts = { ...noVerdicts };
const folders = new Map<string, typeof counts>();
for (const mutation of chosen) {
  const verdict = isAccepted(mutation) ? 'accepted' : (judgements.get(mutation.id)?.verdict ?? 'open');
  counts[verdict] += 1;
  const folder = /^server\/src\/(modules\/[^/]+|[^/]+)/.exec(mutation.file)?.[1] ?? '';
  const ofFolder = folders.get(folder) ?? { ...noVerdicts };
  ofFolder[verdict] += 1;
  folders.set(folder, ofFolder);
  if (verdict === 'survived' || verdict === 'open')
    say(
      `${verdict}: ${mutation.file}:${mutation.line} ${mutation.from} -> ${mutation.to}\n    ${mutation.text}`,
    );
}
for (const [folder, { killed, accepted, survived, open }] of [...folders].sort())
  say(
    `| \`${folder}\` | ${killed + accepted + survived + open} | ${killed} | ${accepted} | ${survived} | ${open} |`,
  );
const share = counts.killed / Math.max(1, chosen.length - counts.accepted);
say(
  `${counts.killed} killed, ${counts.survived} survived, ${counts.open} open, ${counts.accepted} accepted: ${(100 * share).toFixed(1)} % (required 95 %)`,
);
process.exit(share >= 0.95 ? 0 : 1);
