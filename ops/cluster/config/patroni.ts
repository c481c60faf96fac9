import { type ClusterOptions, layout, type NodeNumber, postgresPrograms } from '../layout.ts';
import type { Secrets } from '../secrets.ts';
import { archiveGet, archivePush } from './pgbackrest.ts';

/**
 * Seconds. `ttl`: how long the key of a lost primary is valid, after which the standby takes over. With shorter times a busy machine
 * loses its primary without a fault. Patroni requires loopWait + 2 * retryTimeout <= ttl.
 */
const timing = { ttl: 20, loopWait: 5, retryTimeout: 5 } as const;

/** Patroni's configuration of one node, as JSON, which is also YAML and needs no quoting. */
export function patroniConfig(options: ClusterOptions, secrets: Secrets, node: NodeNumber): string {
  const place = layout(options);
  const [restPort, postgresPort] = [place.ports.patroni(node), place.ports.postgres(node)];
  // A separate machine has several addresses; on this one everything listens on 127.0.0.1.
  const listen = place.network ? '0.0.0.0' : place.host;
  const connect = place.nodeHost(node);
  const networks = ['127.0.0.1/32', ...(place.network ? ['samenet'] : [])];
  return JSON.stringify(
    {
      scope: 'almas',
      name: `almas${node}`,
      restapi: { listen: `${listen}:${restPort}`, connect_address: `${connect}:${restPort}` },
      etcd3: { host: `${place.etcdHost}:${place.ports.etcd}` },
      bootstrap: {
        dcs: sharedSettings(options),
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: `${listen}:${postgresPort}`,
        connect_address: `${connect}:${postgresPort}`,
        data_dir: place.dataFolder(node),
        bin_dir: postgresPrograms(),
        pgpass: place.passwordFile(node),
        parameters: {
          unix_socket_directories: place.folder,
          shared_buffers: '128MB',
          archive_mode: 'on',
          archive_command: archivePush(options, node),
          // Sales that are not archived yet are lost when both nodes are.
          archive_timeout: '60s',
        },
        // A node that was away for long reads from the archive what the primary no longer has.
        recovery_conf: { restore_command: archiveGet(options, node) },
        pg_hba: [
          ...networks.map((network) => `host replication replicator ${network} scram-sha-256`),
          ...networks.map((network) => `host all all ${network} scram-sha-256`),
          'local all all peer',
        ],
        authentication: {
          superuser: { username: 'postgres', password: secrets.superuser },
          replication: { username: 'replicator', password: secrets.replication },
          rewind: { username: 'rewinder', password: secrets.rewind },
        },
      },
    },
    null,
    2,
  );
}

const sharedSettings = ({ synchronous }: ClusterOptions) => ({
  ttl: timing.ttl,
  loop_wait: timing.loopWait,
  retry_timeout: timing.retryTimeout,
  // Matters only without synchronous commits: then a standby that lags may take over, and the missing commits are lost.
  maximum_lag_on_failover: 104_857_600,
  // A primary whose PostgreSQL died is replaced immediately instead of being restarted.
  primary_start_timeout: 0,
  // The loss of etcd alone stops no sales while the nodes reach each other.
  failsafe_mode: true,
  synchronous_mode: synchronous,
  // Strict mode would stop all sales while one of two nodes is away; it needs a third node.
  synchronous_mode_strict: false,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: {
      wal_level: 'replica',
      hot_standby: 'on',
      wal_log_hints: 'on',
      synchronous_commit: 'on',
      max_connections: 100,
      max_wal_senders: 10,
      max_replication_slots: 10,
      wal_keep_size: '128MB',
      // Time limits for a peer behind a cut network; the default of 60 s would stop sales for as long.
      wal_sender_timeout: '10s',
      wal_receiver_timeout: '10s',
      // Queries on the standby are not cancelled by the vacuum of the primary.
      hot_standby_feedback: 'on',
      jit: 'off',
    },
  },
});
