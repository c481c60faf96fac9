import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What becomes of the bytes of one connection, and of its other side when one side has closed. */
interface Connection {
  readonly toServer?: (bytes: Buffer) => void;
  readonly toClient?: (bytes: Buffer) => void;
  readonly closeOther?: (other: Socket) => void;
}

/** A TCP proxy in front of the server of an address. `open` is called for each connection; what it does not name passes. */
export async function tcpProxy(target: string, open: (client: Socket, server: Socket) => Connection) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect(Number(port), hostname);
    const {
      toServer = (bytes) => server.write(bytes),
      toClient = (bytes) => client.write(bytes),
      closeOther = (other) => other.destroy(),
    } = open(client, server);
    for (const [socket, other, pass] of [
      [client, server, toServer],
      [server, client, toClient],
    ] as const) {
      sockets.add(socket);
      socket.on('data', pass);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        closeOther(other);
      });
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const through = new URL(target);
  through.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return {
    /** The address through the proxy. */
    url: through.href,
    /** Both sides of every connection. */
    sockets,
    close: () => {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
