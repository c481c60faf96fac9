import type { LiveEvent } from '@almas/contract/live';
import type { Logger } from 'pino';
import type { Database } from '../database/pool.ts';
import { runQuery } from '../database/run-query.ts';
import { channel, liveConnection } from './connection.ts';
import type { Audience, LiveHub } from './hub.ts';
import { PendingEvents } from './pending-events.ts';
import { ReconnectingClient } from './reconnecting-client.ts';
import { batch } from './routed-event.ts';

/**
 * Collects published events for some milliseconds and sends them in one statement on its own connection. Not inside the transaction
 * that caused them: NOTIFY takes a lock that would serialize all such commits.
 */
export class Publisher implements LiveHub {
  private readonly pending = new PendingEvents();
  private readonly connection: ReconnectingClient;
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> | undefined;
  private closed = false;

  private readonly gatherMilliseconds: number;

  constructor(db: Database, log: Logger, gatherMilliseconds: number) {
    this.gatherMilliseconds = gatherMilliseconds;
    this.connection = new ReconnectingClient({
      make: () => liveConnection(db),
      prepare: async (client) => {
        const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
        if (rows[0]?.standby) throw new Error('the database is a standby');
      },
      onUp: () => this.send(),
      onLost: (error) => log.warn({ reason: String(error) }, 'live events cannot be sent for now'),
    });
  }

  publish(audience: Audience, event: LiveEvent): void {
    if (this.closed) return;
    this.pending.add({ audience, event });
    this.connection.start();
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.send();
    }, this.gatherMilliseconds);
    this.timer.unref();
  }

  /** Sends the pending events, then closes the connection. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.sending;
    this.send();
    await this.sending;
    await this.connection.close();
  }

  private send(): void {
    this.sending ??= this.sendWaiting().finally(() => {
      this.sending = undefined;
    });
  }

  private async sendWaiting(): Promise<void> {
    for (
      let client = this.connection.current;
      client && !this.pending.isEmpty;
      client = this.connection.current
    ) {
      const taken = this.pending.take();
      try {
        await runQuery(client, {
          name: 'live.notify',
          text: 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload',
          values: [channel, batch(taken)],
        });
      } catch (error) {
        this.pending.putBack(taken);
        this.connection.drop(client, error);
      }
    }
  }
}
