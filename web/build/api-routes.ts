import type { Plugin } from 'vite';
import { contract } from '../../contract/src/index.ts';
import type { Contract } from '../../contract/src/route.ts';

const id = 'virtual:api-routes';

/** `[method, path after /api]` of each call, and a 1 when its response is text. */
function paths() {
  const tree: Record<string, Record<string, readonly [string, string, 1?]>> = {};
  for (const [group, calls] of Object.entries(contract as Contract)) {
    tree[group] = {};
    for (const [name, call] of Object.entries(calls)) {
      const isText = call.produces === 'text/plain' || call.produces === 'text/csv';
      const path = call.path.slice('/api'.length);
      tree[group][name] = isText ? [call.method, path, 1] : [call.method, path];
    }
  }
  return tree;
}

/** Generates the client's table of methods and paths from the contract, without its schemas: zod stays out of the bundle. */
export const apiRoutes = (): Plugin => ({
  name: 'almas:api-routes',
  resolveId: (source) => (source === id ? `\0${id}` : null),
  load: (source) => (source === `\0${id}` ? `export default ${JSON.stringify(paths())}` : null),
});
