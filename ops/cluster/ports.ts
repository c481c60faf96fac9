import { createServer } from 'node:net';
import { clusterTexts as texts } from '@almas/locale/cluster';
import { pidOf, postmasterOf } from './daemons.ts';
import { type Layout, nodes } from './layout.ts';
import { databaseProxy, etcd, patroni, serversProxy } from './programs.ts';

/** Refuses ports in use by other programs before anything is started. @throws Error with the sentence */
export async function checkPorts(place: Layout): Promise<void> {
  // Not needed on separate machines.
  if (place.network) return;
  const taken: number[] = [];
  for (const port of portsToCome(place)) if (!(await isFree(place.host, port))) taken.push(port);
  if (taken.length > 0) throw new Error(texts.portsTaken(taken));
}

/** The ports of programs that do not run yet. */
function portsToCome(place: Layout): number[] {
  const { ports } = place;
  const isStopped = ({ name }: { name: string }) => pidOf(place, name) === undefined;
  return [
    ...(isStopped(databaseProxy(place)) ? [ports.database, ports.databaseRead] : []),
    ...(isStopped(serversProxy(place)) ? [ports.servers] : []),
    ...(isStopped(etcd(place)) ? [ports.etcd, ports.etcdPeer] : []),
    ...nodes.flatMap((node) => (isStopped(patroni(place, node)) ? [ports.patroni(node)] : [])),
    // PostgreSQL keeps running when its Patroni is killed.
    ...nodes.flatMap((node) =>
      isStopped(patroni(place, node)) && postmasterOf(place, node) === undefined
        ? [ports.postgres(node)]
        : [],
    ),
  ];
}

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
