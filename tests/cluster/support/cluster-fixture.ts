import { join } from 'node:path';
import { down, up } from '../../../ops/cluster/cluster.ts';
import type { ClusterOptions, Layout } from '../../../ops/cluster/layout.ts';
import { databaseOwnerUrl, databaseUrl } from '../../../ops/cluster/secrets.ts';
import { audit } from '../../../server/src/audit/audit.ts';
import { type Acknowledged, compareWithBooks } from '../../support/load.ts';
import { type RemoteShop, remoteEnvironment, remoteShop } from '../../support/remote-shop.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';

/** Two Almas servers behind a proxy, on a cluster of two nodes behind another one. */
export interface ClusterFixture {
  readonly options: ClusterOptions;
  readonly place: Layout;
  readonly shop: RemoteShop;
  readonly servers: ServerProcess[];
  /** Where customers call: the proxy in front of the servers. */
  readonly baseURL: string;
  /** Starts the server with this index again, on its port. */
  startAgain(index: number): Promise<void>;
  /** What all cases so far said they did, against the books; `unasked` since the last comparison. */
  compare(acknowledged: readonly Acknowledged[]): ReturnType<typeof compareWithBooks>;
  audit(): ReturnType<typeof audit>;
  close(): Promise<void>;
}

const firstPort = Number(process.env.CLUSTER_PORT);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Opens a stage, installing what it needs; what was started is ended again when that fails. */
export async function openClusterFixture({ synchronous }: { synchronous: boolean }): Promise<ClusterFixture> {
  const ports = [firstPort + 2, firstPort + 3];
  const options: ClusterOptions = {
    folder: join(process.env.CLUSTER_DIR ?? '', synchronous ? 'synchronous' : 'asynchronous'),
    firstPort,
    synchronous,
    servers: ports.map((port) => `127.0.0.1:${port}`),
  };
  const ends: (() => Promise<unknown>)[] = [() => down(options, { remove: true })];
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return { ...(await fill(options, ports, ends)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function fill(
  options: ClusterOptions,
  ports: readonly number[],
  ends: (() => Promise<unknown>)[],
): Promise<Omit<ClusterFixture, 'close'>> {
  const place = await up(options, say);
  const url = databaseUrl(place);
  // The shop is filled as the owner; the servers have the role that serves.
  const shop = await remoteShop(databaseOwnerUrl(place), { buyers: 20, codes: 60_000 });
  ends.push(() => shop.close());
  const start = (port: number | undefined) =>
    startServer({ ...remoteEnvironment(url), PORT: String(port), TRUST_PROXY: '127.0.0.1' });
  const servers: ServerProcess[] = [];
  ends.push(() => Promise.all(servers.map((server) => server.stop())));
  for (const port of ports) servers.push(await start(port));
  const said: Acknowledged[] = [];
  let unaskedBefore = 0;
  return {
    options,
    place,
    shop,
    servers,
    baseURL: `http://${place.host}:${place.ports.servers}`,
    startAgain: async (index) => {
      servers[index] = await start(ports[index]);
    },
    compare: async (acknowledged) => {
      said.push(...acknowledged);
      const found = await compareWithBooks(shop, { acknowledged: said });
      const unasked = found.unasked - unaskedBefore;
      unaskedBefore = found.unasked;
      return { ...found, unasked };
    },
    audit: () => audit(shop.db),
  };
}
