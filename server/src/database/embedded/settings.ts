import { totalmem } from 'node:os';

const megabyte = 1_048_576;
/** In bytes; a container's limit counts. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
/**
 * An eighth of the memory, between 128 MB and 1 GB: among a million codes each miss in the cache costs a sale a system call.
 * The system allocates the memory as it is used, so a small database uses little of it.
 */
const sharedMegabytes = Math.min(1_024, Math.max(128, Math.floor(memory / 8 / megabyte)));

/** Command-line options of `postgres`. Settings are not in postgresql.conf, so that a new version of the product can change them. */
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
    // Compressing full-page images makes sales after a checkpoint a quarter slower (docs/scale.md). The archive compresses its segments.
    wal_compression: 'off',
    idle_in_transaction_session_timeout: '30s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    // The detail of an error contains values of rows. The text of a statement does not: values are parameters.
    log_error_verbosity: 'terse',
    log_parameter_max_length_on_error: '0',
    ...(durable ? {} : notDurable),
    ...further,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** For tests only: a crash of the machine loses data. */
const notDurable = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '4GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
};
