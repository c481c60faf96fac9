import { type ClusterOptions, layout, type NodeNumber, postgresPrograms } from '../layout.ts';
import type { Secrets } from '../secrets.ts';
import { archiveGet, archivePush } from './pgbackrest.ts';

/**
 * Seconds. After a primary is gone its key lives on for `ttl` at most; then the standby takes over. Less than these
 * and a busy machine loses its primary for nothing. Patroni asks for loopWait + 2 * retryTimeout <= ttl.
 */
const timing = { ttl: 20, loopWait: 5, retryTimeout: 5 } as const;

/** Patroni's file for one node. JSON, which is YAML too: nothing in it needs quoting by hand. */
export function patroniConfig(options: ClusterOptions, secrets: Secrets, node: NodeNumber): string {
  const place = layout(options);
  const [restPort, postgresPort] = [place.ports.patroni(node), place.ports.postgres(node)];
  // A machine of its own has several addresses; on this one nothing listens elsewhere than on 127.0.0.1.
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
          // What was sold and is not archived yet is lost with both nodes.
          archive_timeout: '60s',
        },
        // A node that was away for long takes what the primary no longer keeps from the archive.
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
      // A peer that a cut network has silenced is given up after these; the default of 60 s stops sales for as long.
      wal_sender_timeout: '10s',
      wal_receiver_timeout: '10s',
      // Lists and audits on the standby are not cancelled by what is cleaned up on the primary.
      hot_standby_feedback: 'on',
      jit: 'off',
    },
  },
});
