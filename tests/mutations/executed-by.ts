import type { Mutation } from './make-mutations.ts';

/** What the tests of one file executed. */
export interface Execution {
  readonly test: string;
  readonly seconds: number;
  /** How many times each source line ran, by `file:line`. */
  readonly lines: Readonly<Record<string, number>>;
  /** Lines outside all functions, which run once for all tests. */
  readonly loaded: readonly string[];
  /** How many times each SQL text was sent to the database. */
  readonly statements: Readonly<Record<string, number>>;
}

/** The SQL around a change, up to the next line break or expression: the statement that is sent contains it unchanged. */
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
 * The test files that execute the changed line, first those that execute it most often for their duration. The count enters by its
 * logarithm, since ten times as often does not make a red test ten times as likely. Each word that the names of the test file and of the
 * source share multiplies the rank by four: `wallet-recharge.test.ts` tests the rules of `wallet/recharge-user.ts`. A function that runs
 * only while its file is loaded makes something that later tests use without running it, such as the SQL of a page. @param source the file
 * without the change
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
  // A line that runs once, while the file is loaded, may affect every test; first come the tests that execute this file most.
  const ofFile = ordered(({ lines }) =>
    Object.entries(lines).reduce((sum, [name, times]) => sum + (isOfFile(name) ? times : 0), 0),
  );
  return [...new Set([...ofFile, ...executions.map(({ test }) => test)])];
}
