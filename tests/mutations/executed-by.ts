import type { Mutation } from './make-mutations.ts';

/** What the tests of one file executed. */
export interface Execution {
  readonly test: string;
  readonly seconds: number;
  /** For each source file and line, `file:line`, how many times. */
  readonly lines: Readonly<Record<string, number>>;
  /** Lines outside all functions, which run once for all tests. */
  readonly loaded: readonly string[];
  /** For each text that was sent to the database how many times. */
  readonly statements: Readonly<Record<string, number>>;
}

/** The unbroken piece of SQL around a change: it stands in the statement as it stands in the source. */
function pieceAround(source: string, at: number): string {
  const isEnd = (i: number) => /[\n`{}]/.test(source[i] ?? '\n') || /^:[a-z_]/.test(source.slice(i, i + 2));
  let start = at;
  let end = at;
  while (start > 0 && !isEnd(start - 1)) start -= 1;
  while (end < source.length && !isEnd(end)) end += 1;
  return source
    .slice(start, end)
    .replace(/^[a-z_]+|\$$/g, '')
    .trim();
}

const wordsOf = (path: string): string[] =>
  path
    .replace(/^(server\/src\/modules|server\/src|tests\/[a-z]+)\/|(\.test)?\.(ts|sql)$/g, '')
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''));

/**
 * The test files that execute the changed line. First those that do so most often in their time: by the logarithm of the count,
 * since ten times as often does not make a red test ten times as likely. Each word that the names of the test file and of
 * the source share counts four times: `wallet-recharge.test.ts` holds the rules of `wallet/recharge-user.ts`. A function that runs
 * only where its file is loaded makes something that later tests use without running it, such as the statement of a page.
 * @param source the file without the change
 */
export function executedBy(
  { file, line, at, part }: Mutation,
  source: string,
  executions: readonly Execution[],
): string[] {
  const words = new Set(wordsOf(file));
  const weight = ({ test, seconds }: Execution) =>
    4 ** wordsOf(test).filter((word) => words.has(word)).length / seconds;
  const ordered = (times: (execution: Execution) => number) =>
    executions
      .map((execution) => ({
        test: execution.test,
        rate: Math.log2(1 + times(execution)) * weight(execution),
      }))
      .filter(({ rate }) => rate > 0)
      .sort((a, b) => b.rate - a.rate)
      .map(({ test }) => test);
  if (part === 'sql') {
    const piece = pieceAround(source, at);
    const sent = ordered(({ statements }) =>
      Object.entries(statements).reduce((sum, [text, times]) => sum + (text.includes(piece) ? times : 0), 0),
    );
    if (sent.length > 0) return sent;
  }
  const key = `${file}:${line}`;
  const isOfFile = (name: string): boolean => name.startsWith(`${file}:`);
  const isLoading = ({ loaded }: Execution): boolean => loaded.some(isOfFile);
  const ran = executions.filter(({ lines }) => (lines[key] ?? 0) > 0);
  const isLoaded = executions.some(({ loaded }) => loaded.includes(key));
  if (!isLoaded && !file.endsWith('.sql') && !(ran.length > 0 && ran.every(isLoading)))
    return ordered(({ lines }) => lines[key] ?? 0);
  // What is made when the file is loaded, once for all tests, may be used anywhere; by the tests of this file most of all.
  const ofFile = ordered(({ lines }) =>
    Object.entries(lines).reduce((sum, [name, times]) => sum + (isOfFile(name) ? times : 0), 0),
  );
  return [...new Set([...ofFile, ...executions.map(({ test }) => test)])];
}
