import { type ClusterOptions, layout, type NodeNumber, postgresPrograms } from '../layout.ts';
import type { Secrets } from '../secrets.ts';

/**
 * Seconds. After a primary is gone its key lives on for `ttl` at most; then the standby takes over. Less than these
 * and a busy machine loses its primary for nothing. Patroni asks for loopWait + 2 * retryTimeout <= ttl.
 */
const timing = { ttl: 20, loopWait: 5, retryTimeout: 5 } as const;

/** Patroni's file for one node. JSON, which is YAML too: nothing in it needs quoting by hand. */
export function patroniConfig(options: ClusterOptions, secrets: Secrets, node: NodeNumber): string {
  const place = layout(options);
  const rest = `${place.host}:${place.ports.patroni(node)}`;
  const postgres = `${place.host}:${place.ports.postgres(node)}`;
  return JSON.stringify(
    {
      scope: 'almas',
      name: `almas${node}`,
      restapi: { listen: rest, connect_address: rest },
      etcd3: { host: `${place.host}:${place.ports.etcd}` },
      bootstrap: {
        dcs: sharedSettings(options),
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: postgres,
        connect_address: postgres,
        data_dir: place.dataFolder(node),
        bin_dir: postgresPrograms(),
        pgpass: place.passwordFile(node),
        parameters: { unix_socket_directories: place.folder, shared_buffers: '128MB' },
        pg_hba: [
          'host replication replicator 127.0.0.1/32 scram-sha-256',
          'host all all 127.0.0.1/32 scram-sha-256',
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
  // Of weight without synchronous commits only: then a standby that is behind may take over, and what it lacks is lost.
  maximum_lag_on_failover: 104_857_600,
  // A primary whose database died is replaced at once, not started again and waited for.
  primary_start_timeout: 0,
  // The loss of etcd alone stops no sale while the nodes still reach each other.
  failsafe_mode: true,
  synchronous_mode: synchronous,
  // Strict would stop all sales while the second of two nodes is away; it asks for a third one.
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
      jit: 'off',
    },
  },
});
