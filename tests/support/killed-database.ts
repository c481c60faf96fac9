import type { Database } from '../../server/src/database/pool.ts';

/** Calls `seen` before each statement of a transaction or of the pool whose text matches. */
export function watch(database: Database, pattern: RegExp, seen: () => Promise<void>): Database {
  return intercept(database, async (text) => {
    if (pattern.test(text)) await seen();
  });
}
/** A database of a server that ends at its nth statement: from there on none is sent, and open transactions end without a commit. */
export function dying(database: Database, statements: number): Database {
  let left = statements;
  return intercept(database, async () => {
    left -= 1;
    if (left < 0) throw new Error('the server was killed');
  });
}
function intercept(database: Database, before: (text: string) => Promise<void>): Database {
  const textOf = (given: unknown) =>
    typeof given === 'string' ? given : ((given as { text?: string }).text ?? '');
  const over = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(of, key) {
        const value: unknown = Reflect.get(of, key);
        // A prepared query answers by the function that is its last argument.
        if (key === 'query')
          return (...args: unknown[]) => {
            const respond = args.find((each) => typeof each === 'function') as
              | ((error: unknown) => void)
              | undefined;
            return before(textOf(args[0])).then(
              () => (value as (...given: unknown[]) => unknown).apply(of, args),
              (error: unknown) => {
                if (!respond) throw error;
                respond(error);
              },
            );
          };
        if (key === 'connect')
          return async () => over((await (value as () => Promise<object>).call(of)) as object);
        return typeof value === 'function' ? (value as (...given: unknown[]) => unknown).bind(of) : value;
      },
    });
  return over(database);
}
