import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A wire between a server and its database that can lose one answer. */
export interface LossyLink {
  /** The database's address through the wire. */
  readonly url: string;
  /**
   * The next time the server says something that matches, it reaches the database and the answer is lost. What a connection
   * says from BEGIN to COMMIT is matched as one text: work that goes on beside the call has transactions too.
   */
  loseAnswerTo(words: RegExp): void;
  /** How many answers were lost so far. */
  lost(): number;
  close(): void;
}

export async function lossyLink(url: string): Promise<LossyLink> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let words: RegExp | undefined;
  let lost = 0;
  const wire = createServer((near) => {
    const far = connect(Number(port), hostname);
    let mute = false;
    let said = '';
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      said = text.includes('BEGIN') ? text : said + text;
      if (words?.test(said)) {
        words = undefined;
        mute = true;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (!mute) near.write(bytes);
      else {
        // The database has answered: the work is done, and the caller does not learn it.
        lost += 1;
        near.destroy();
      }
    });
  });
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  const through = new URL(url);
  through.port = String((wire.address() as AddressInfo).port);
  return {
    url: through.href,
    loseAnswerTo: (pattern) => {
      words = pattern;
    },
    lost: () => lost,
    close: () => {
      wire.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
