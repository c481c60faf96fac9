import type { Plugin } from 'vite';
import { contract } from '../../contract/src/index.ts';
import type { Contract } from '../../contract/src/route.ts';

const id = 'virtual:api-routes';
const administratorsId = `${id}/administrators`;

/** `[method, path after /api]` of each call of the administrators or of everybody else, and a 1 when its response is text. */
function paths(ofAdministrators: boolean) {
  const tree: Record<string, Record<string, readonly [string, string, 1?]>> = {};
  for (const [group, calls] of Object.entries(contract as Contract)) {
    for (const [name, call] of Object.entries(calls)) {
      if ((call.access === 'admin') !== ofAdministrators) continue;
      const isText = call.produces === 'text/plain' || call.produces === 'text/csv';
      const path = call.path.slice('/api'.length);
      tree[group] = { ...tree[group], [name]: isText ? [call.method, path, 1] : [call.method, path] };
    }
  }
  return tree;
}

/**
 * Generates the client's tables of methods and paths from the contract, without its schemas: zod stays out of the bundle. The calls of
 * administrators are a table of their own, which comes with their screens.
 */
export const apiRoutes = (): Plugin => ({
  name: 'almas:api-routes',
  resolveId: (source) => (source === id || source === administratorsId ? `\0${source}` : null),
  load: (source) =>
    source === `\0${id}` || source === `\0${administratorsId}`
      ? `export default ${JSON.stringify(paths(source === `\0${administratorsId}`))}`
      : null,
});
