import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { serversProxyConfig } from '../../ops/cluster/config/servers-proxy.ts';
import { routes } from '../support/contract-samples.ts';

/*
 * How long the proxies of ops/ wait for a response: as long as the server lets the statements of a call take. Turned red by: ten minutes
 * only for paths with « /codes », which the path of a new product with codes does not contain.
 */
const read = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../ops/${name}`, import.meta.url)), 'utf8');
const cluster = serversProxyConfig({
  folder: '/cluster',
  firstPort: 20_000,
  synchronous: true,
  servers: ['127.0.0.1:3000'],
});

interface Call {
  readonly method: string;
  readonly path: string;
}
type Condition = (call: Call) => boolean;

/** A condition of haproxy, such as `{ path_sub /codes }` and `!{ method GET }`. */
function condition([, not, kind, value = '']: readonly string[]): Condition {
  const kinds: Record<string, Condition> = {
    path_sub: ({ path }) => path.includes(value),
    path_beg: ({ path }) => path.startsWith(value),
    method: ({ method }) => method === value,
  };
  const holds = kinds[kind ?? ''];
  if (!holds) throw new Error(`an unknown condition: ${kind}`);
  return (call) => holds(call) !== (not === '!');
}

/** The calls for which a file of haproxy sets ten minutes; every backend has the same rules. */
function waitsInHaproxy(config: string): Condition {
  const backends = config.split(/^backend /m).slice(1);
  const rulesOf = (backend: string) =>
    [...backend.matchAll(/^\s*http-request set-timeout server 10m if (.+)$/gm)].map(([, conditions = '']) =>
      [...conditions.matchAll(/(!?)\{ (\w+) (\S+) \}/g)].map(condition),
    );
  return (call) =>
    backends.length === 2 &&
    backends.every((backend) => rulesOf(backend).some((rule) => rule.every((holds) => holds(call))));
}

/** The calls that match the nginx location that waits ten minutes. */
function waitsInNginx(config: string): Condition {
  const [, pattern = '(?!)'] = /location ~ (\S+) \{[^}]*proxy_read_timeout 10m;/.exec(config) ?? [];
  return ({ path }) => new RegExp(pattern).test(path);
}

const proxies: Record<string, Condition> = {
  'ops/haproxy.cfg': waitsInHaproxy(read('haproxy.cfg')),
  'ops/nginx.conf': waitsInNginx(read('nginx.conf')),
  'ops/cluster': waitsInHaproxy(cluster),
};

/** The writes of an administrator whose statements may take minutes. A file in a response is excluded: it is sent while it is read. */
const longWrites = routes.filter(
  ([, route]) =>
    route.access === 'admin' && route.long && route.method !== 'GET' && !route.produces && !route.pictureBody,
);

test.each(Object.entries(proxies))(
  'the proxy of %s waits ten minutes for each call whose statements may take minutes, and not for a purchase',
  (_, waits) => {
    expect(longWrites.length).toBeGreaterThan(4);
    const cutOff = longWrites.filter(([, { method, path }]) => !waits({ method, path }));
    expect(cutOff.map(([name]) => name)).toEqual([]);
    expect(waits({ method: 'POST', path: '/api/purchases' })).toBe(false);
  },
);
