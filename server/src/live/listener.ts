import type { Logger } from 'pino';
import type { Database } from '../database/pool.ts';
import { channel, liveConnection } from './connection.ts';
import { ReconnectingClient } from './reconnecting-client.ts';
import { type RoutedEvent, readBatch } from './routed-event.ts';

export interface ListenerHandlers {
  readonly onEvent: (routed: RoutedEvent) => void;
  /** Listening has begun, for the first time or again: earlier events were missed. */
  readonly onListening: () => void;
}

/** Receives the events of every server of the database, this one included. */
export class Listener {
  private readonly connection: ReconnectingClient;
  private checking = false;

  constructor(db: Database, log: Logger, { onEvent, onListening }: ListenerHandlers) {
    this.connection = new ReconnectingClient({
      make: () => liveConnection(db),
      prepare: async (client) => {
        client.on('notification', ({ payload }) => {
          for (const routed of readBatch(payload ?? '')) onEvent(routed);
        });
        await client.query(`LISTEN ${channel}`);
      },
      onUp: onListening,
      onLost: (error) => log.warn({ reason: String(error) }, 'live events are interrupted'),
    });
  }

  get isListening(): boolean {
    return this.connection.current !== undefined;
  }

  start(): void {
    this.connection.start();
  }

  /** Checks the connection with a query: a database host that failed does not close its connections. */
  async check(): Promise<void> {
    const client = this.connection.current;
    if (!client || this.checking) return;
    this.checking = true;
    await client.query('SELECT 1').catch((error: unknown) => this.connection.drop(client, error));
    this.checking = false;
  }

  close(): Promise<void> {
    return this.connection.close();
  }
}
