import { totalmem } from 'node:os';

const megabyte = 1_048_576;
/**
 * An eighth of the machine for the pages that sales touch, 128 MB at least and 1 GB at most: among a million codes each
 * miss costs a sale a call of the system. The memory is taken as it is used, so a young shop takes little of it.
 */
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
const sharedMegabytes = Math.min(1_024, Math.max(128, Math.floor(memory / 8 / megabyte)));

/** Settings of the cluster, given on the command line so that a new version of the product changes them. */
export function settings(
  port: number,
  durable: boolean,
  further: Readonly<Record<string, string>> = {},
): string[] {
  const values: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    password_encryption: 'scram-sha-256',
    shared_buffers: durable ? `${sharedMegabytes}MB` : '128MB',
    jit: 'off',
    autovacuum: 'on',
    // Compressing the pages that a checkpoint has written whole costs the sales behind it a quarter (docs/scale.md). The archive is
    // compressed by itself.
    wal_compression: 'off',
    idle_in_transaction_session_timeout: '30s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // The details of an error hold values of rows; the statement's text never holds any, they are parameters.
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: '0',
    ...(durable ? {} : notDurable),
    ...further,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** For tests only: nothing survives a crash of the machine. */
const notDurable = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '4GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
};
