import type pg from 'pg';

const firstDelay = 100;
const longestDelay = 5_000;
const closeMilliseconds = 1_000;

export interface ReconnectingClientOptions {
  /** Creates a client that is not connected yet. */
  readonly make: () => pg.Client;
  /** Prepares a new connection; when it throws, another one is opened later. */
  readonly prepare: (client: pg.Client) => Promise<void>;
  readonly onUp: () => void;
  readonly onLost?: (error: unknown) => void;
}

/**
 * One connection outside the pool that is reopened after a restart or a failover of the database. It does not keep the process
 * alive.
 */
export class ReconnectingClient {
  private client: pg.Client | undefined;
  private ready = false;
  private started = false;
  private closed = false;
  private delay = firstDelay;
  private timer: NodeJS.Timeout | undefined;

  private readonly options: ReconnectingClientOptions;

  constructor(options: ReconnectingClientOptions) {
    this.options = options;
  }

  /** The connection; undefined while it is not usable. */
  get current(): pg.Client | undefined {
    return this.ready ? this.client : undefined;
  }

  /** Connects; calling it again changes nothing. */
  start(): void {
    if (this.started || this.closed) return;
    this.started = true;
    void this.open();
  }

  /** Closes a broken connection and opens another one later. */
  drop(client: pg.Client, error: unknown): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.ready = false;
    void endConnection(client);
    if (this.closed) return;
    this.options.onLost?.(error);
    // Random: all servers lose the database in the same moment and should not all reconnect in the same moment.
    this.timer = setTimeout(() => void this.open(), this.delay * (0.5 + Math.random() / 2));
    this.timer.unref();
    this.delay = Math.min(this.delay * 2, longestDelay);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    const client = this.client;
    this.client = undefined;
    this.ready = false;
    if (client) await endConnection(client);
  }

  private async open(): Promise<void> {
    const client = this.options.make();
    this.client = client;
    client.on('error', (error) => this.drop(client, error));
    client.on('end', () => this.drop(client, new Error('connection ended')));
    try {
      await client.connect();
      (client as pg.Client & { unref(): void }).unref();
      await this.options.prepare(client);
    } catch (error) {
      this.drop(client, error);
      return;
    }
    if (this.client !== client) return;
    this.ready = true;
    this.delay = firstDelay;
    this.options.onUp();
  }
}

/** Closes a connection; destroys its socket when the database does not respond. */
async function endConnection(client: pg.Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
  const timeout = setTimeout(() => stream.destroy(), closeMilliseconds);
  await client.end().catch(() => {});
  clearTimeout(timeout);
}
