import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between a server and its database that can drop one response. */
export interface ResponseDroppingProxy {
  /** URL of the database through the proxy. */
  readonly url: string;
  /**
   * Drops the response to the next statements that match, after the database has executed them. The statements of a connection from
   * BEGIN to COMMIT are matched as one text, because concurrent work also has transactions.
   */
  dropResponseTo(pattern: RegExp): void;
  /** The number of dropped responses. */
  lost(): number;
  close(): void;
}

export async function responseDroppingProxy(url: string): Promise<ResponseDroppingProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let pattern: RegExp | undefined;
  let lost = 0;
  const listener = createServer((near) => {
    const far = connect(Number(port), hostname);
    let mute = false;
    let received = '';
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
      received = text.includes('BEGIN') ? text : received + text;
      if (pattern?.test(received)) {
        pattern = undefined;
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
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const through = new URL(url);
  through.port = String((listener.address() as AddressInfo).port);
  return {
    url: through.href,
    dropResponseTo: (next) => {
      pattern = next;
    },
    lost: () => lost,
    close: () => {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
