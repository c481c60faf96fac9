import type { Plugin } from 'vite';
import { contract } from '../../contract/src/index.ts';
import type { Contract } from '../../contract/src/route.ts';

const id = 'virtual:api-routes';
const tables = ['first', 'administrators', 'later'] as const;
type Table = (typeof tables)[number];

/** What parts of the settings and of a shared counter call, which load these groups themselves. */
const laterGroups: ReadonlySet<string> = new Set(['apiKeys', 'statements', 'staff', 'webhooks']);

/**
 * `[method, path after /api]` of each call of a table, and a 1 when its response is text. With those of administrators, then their scope.
 */
function paths(table: Table) {
  const tree: Record<string, Record<string, readonly (string | number)[]>> = {};
  for (const [group, calls] of Object.entries(contract as Contract)) {
    for (const [name, call] of Object.entries(calls)) {
      // Those of programs with a key are no page's.
      if (call.access === 'key') continue;
      const own = call.access === 'admin' ? 'administrators' : laterGroups.has(group) ? 'later' : 'first';
      if (own !== table) continue;
      const isText = call.produces === 'text/plain' || call.produces === 'text/csv';
      const more = call.access === 'admin' ? [Number(isText), call.scope] : isText ? [1] : [];
      const line = [call.method, call.path.slice('/api'.length), ...more];
      tree[group] = { ...tree[group], [name]: line };
    }
  }
  return tree;
}

/**
 * Generates the client's tables of methods and paths from the contract, without its schemas: zod stays out of the bundle. The calls of
 * administrators, and some that few resellers make, are tables of their own, which come with their screens.
 */
export const apiRoutes = (): Plugin => ({
  name: 'almas:api-routes',
  resolveId: (source) => (tableOf(source) ? `\0${source}` : null),
  load: (source) => {
    const table = source.startsWith('\0') && tableOf(source.slice(1));
    return table ? `export default ${JSON.stringify(paths(table))}` : null;
  },
});

const tableOf = (source: string): Table | undefined =>
  tables.find((table) => source === (table === 'first' ? id : `${id}/${table}`));
