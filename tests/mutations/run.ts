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
import { parseArgs } from 'node:util';
import { aSeed, random } from '../support/random.ts';
import { root, sourcePaths } from '../support/source-files.ts';
import { accepted } from './accepted.ts';
import { type Execution, executedBy } from './executed-by.ts';
import { type Mutation, makeMutations } from './make-mutations.ts';
import { TestProcess } from './test-process.ts';

/*
 * `npm run mutate`: changes one small thing of the server at a time, on a copy, and looks whether a test goes red.
 *
 * First every test file runs without a change, and what it executes is recorded. A mutation is then tried by the files that
 * execute its line and by no other, until one is red; when all of them are green, it has survived.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string', default: String(aSeed()) },
    /** How many files try one mutation in this run; one that all of these leave green stays open. */
    tries: { type: 'string', default: '1000' },
    /** Keeps the verdicts of former runs. What is open is tried by the files that have not yet tried it. */
    resume: { type: 'boolean', default: false },
    /** Judges anew what has survived: with --resume, after tests were written. */
    survivors: { type: 'boolean', default: false },
    /** Where verdicts and recordings are kept. */
    results: { type: 'string', default: join(tmpdir(), 'almas-mutations') },
    /** In seconds: a test file that a change keeps from ending is red. */
    limit: { type: 'string', default: '300' },
  },
});
const domains = /^server\/src\/(modules|money|limits|idempotency)\/(?!.*(\.test\.ts|\.d\.ts)$).*\.(ts|sql)$/;
/** What starts the built product or a PostgreSQL of its own does not see the changed source. */
const apart =
  /support\/(run-almas|product-server|server-process|own-postgres|standby|releases)|scripts\/(command|start)/;

const texts = new Map<string, string>();
/** A file as it was when first read: it may be edited while this runs. */
function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
  texts.set(file, text);
  return text;
}
const say = (line: string) => process.stdout.write(`${line}\n`);
const tracked = sourcePaths();

/** The sources in a folder of their own; what is installed and built is the original's. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'almas-mutate-'));
  for (const file of tracked) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
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
const sources = hash(tracked.filter((file) => domains.test(file)).map(read));

/** What each test file executes, recorded anew when it or the sources changed. A file that is red takes no part. */
async function record(tests: TestProcess): Promise<Recording[]> {
  const found: Recording[] = [];
  for (const file of tracked) {
    if (!/^(server|tests\/(server|attacks|faults))\/.*\.test\.ts$/.test(file) || apart.test(read(file)))
      continue;
    const path = join(recordings, `${file.replaceAll('/', '+')}.json`);
    const stored = (): Recording | undefined =>
      existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
    const of = hash([sources, read(file)]);
    let recording = stored();
    if (recording?.of !== of) {
      rmSync(path, { force: true });
      const { ok, seconds, failed, error } = await tests.run(file, Number(options.limit));
      const nothing = { test: file, lines: {}, loaded: [], statements: {} };
      recording = { ...nothing, ...stored(), seconds, of, green: ok && existsSync(path) };
      writeFileSync(path, JSON.stringify(recording));
      say(`${file}: ${seconds.toFixed(1)} s${recording.green ? '' : `, takes no part: ${failed}: ${error}`}`);
    }
    if (recording.green) found.push(recording);
  }
  await tests.close();
  return found;
}

interface Judgement {
  readonly id: string;
  readonly verdict: 'killed' | 'survived' | 'open';
  /** The file and the test that went red, and what it said. */
  readonly by?: string;
  readonly test?: string;
  readonly error?: string;
  /** The files that left it green. */
  readonly green: readonly string[];
  readonly seconds: number;
}

/** The file that was last to go red for each source: it is often the next one's, too. */
const lastKiller = new Map<string, string>();

async function judge(mutation: Mutation, candidates: string[], green: string[]): Promise<Judgement> {
  const { id, file } = mutation;
  const killer = lastKiller.get(file);
  candidates.sort((a, b) => Number(b === killer) - Number(a === killer));
  const changed = file.endsWith('.sql') ? [file, file.replace(/\.sql$/, '.ts')] : [file];
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 100) / 10;
  writeFileSync(join(copy, file), mutation.source);
  try {
    for (const [i, by] of candidates.slice(0, Number(options.tries)).entries()) {
      const verdict = await tests.run(by, Number(options.limit), i === 0 ? changed : undefined);
      if (verdict.ok) green.push(by);
      else {
        lastKiller.set(file, by);
        const { failed: test, error } = verdict;
        return { id, verdict: 'killed', by, test, error, green, seconds: seconds() };
      }
    }
  } finally {
    writeFileSync(join(copy, file), read(file));
  }
  const isOpen = candidates.length > Number(options.tries);
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

/** The same sequence for the same seed. */
function shuffled<T>(values: readonly T[], seed: number): T[] {
  const luck = random(seed);
  return values
    .map((value) => ({ value, order: luck.value() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}

const all = tracked
  .filter((file) => domains.test(file) && file.includes(options.only))
  .flatMap((file) => makeMutations(file, read(file)));
const chosen = options.sample ? shuffled(all, Number(options.seed)).slice(0, Number(options.sample)) : all;
const isAccepted = ({ file, text, from }: Mutation) =>
  accepted.some((entry) => entry.file === file && entry.text === text && entry.from === from);

const copy = copySources();
const tests = new TestProcess(copy);
const recorder = new TestProcess(copy, { ALMAS_RECORD: recordings });
const close = async () => {
  await recorder.close();
  await tests.close();
  rmSync(copy, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().finally(() => process.exit(1)));
try {
  const executions = await record(recorder);
  say(
    `${chosen.length} of ${all.length} mutations${options.sample ? `, seed ${options.seed}` : ''}; ${executions.length} test files`,
  );
  for (const [i, mutation] of chosen.entries()) {
    const { id, file, line, from, to, text } = mutation;
    const former = judgements.get(id);
    const isAgain = options.survivors && former?.verdict !== 'killed';
    if (isAccepted(mutation) || (former && former.verdict !== 'open' && !isAgain)) continue;
    const green = isAgain ? [] : [...(former?.green ?? [])];
    const candidates = executedBy(mutation, read(file), executions).filter((test) => !green.includes(test));
    const judgement = await judge(mutation, candidates, green);
    judgements.set(id, judgement);
    appendFileSync(verdicts, `${JSON.stringify(judgement)}\n`);
    const { verdict, by, test, seconds } = judgement;
    say(
      `${i + 1}/${chosen.length} ${verdict} ${file}:${line} ${from} -> ${to} (${seconds} s, ${green.length} green)${by ? `: ${by}: ${test}` : `\n    ${text}`}`,
    );
  }
} finally {
  await close();
}

const counts = { killed: 0, survived: 0, open: 0, accepted: 0 };
for (const mutation of chosen) {
  const verdict = isAccepted(mutation) ? 'accepted' : (judgements.get(mutation.id)?.verdict ?? 'open');
  counts[verdict] += 1;
  if (verdict === 'survived' || verdict === 'open')
    say(
      `${verdict}: ${mutation.file}:${mutation.line} ${mutation.from} -> ${mutation.to}\n    ${mutation.text}`,
    );
}
const share = counts.killed / Math.max(1, chosen.length - counts.accepted);
say(
  `${counts.killed} killed, ${counts.survived} survived, ${counts.open} open, ${counts.accepted} accepted: ${(100 * share).toFixed(1)} % (asked 95 %)`,
);
process.exit(share >= 0.95 ? 0 : 1);
