import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between a server and its database that can drop one response. */
export interface LossyLink {
  /** URL of the database through the proxy. */
  readonly url: string;
  /**
   * Drops the response to the next statements that match, after the database has executed them. The statements of a connection from
   * BEGIN to COMMIT are matched as one text, because concurrent work also has transactions.
   */
  dropResponseTo(words: RegExp): void;
  /** The number of dropped responses. */
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
        // The database has executed the statements, and the caller gets no response.
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
    dropResponseTo: (pattern) => {
      words = pattern;
    },
    lost: () => lost,
    close: () => {
      wire.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
