import type { Daemon } from './daemons.ts';
import type { Layout, NodeNumber } from './layout.ts';

/** etcd stores which node is the primary. One is enough for a rehearsal; production needs three on three machines. */
export function etcd({ etcdHost: host, ports, etcdFolder }: Layout): Daemon {
  const client = `http://${host}:${ports.etcd}`;
  const peer = `http://${host}:${ports.etcdPeer}`;
  const settings = {
    name: 'almas',
    'data-dir': etcdFolder,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `almas=${peer}`,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  return { name: 'etcd', command: '/usr/bin/etcd', args };
}

/** Debian's Python has Patroni's modules; another `python3` on the PATH may lack them. */
export const patroni = (place: Layout, node: NodeNumber): Daemon => ({
  name: `patroni${node}`,
  command: '/usr/bin/python3',
  args: ['/usr/bin/patroni', place.patroniFile(node)],
  namespace: place.namespace(node),
});

const haproxy = (name: string, file: string): Daemon => ({
  name,
  command: '/usr/sbin/haproxy',
  args: ['-db', '-f', file],
});
export const databaseProxy = (place: Layout): Daemon => haproxy('database-proxy', place.databaseProxyFile);
/** One proxy on each machine with servers, for those servers. */
export const machineProxies = ({ network, databaseProxyFile }: Layout): Daemon[] =>
  network
    ? [network.nodes[1], network.nodes[2], network.application].map(({ namespace }) => ({
        ...haproxy(`database-proxy-${namespace}`, databaseProxyFile),
        namespace,
      }))
    : [];
export const serversProxy = (place: Layout): Daemon => haproxy('servers-proxy', place.serversProxyFile);
