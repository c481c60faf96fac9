import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between a browser and a server that can swallow what is sent: it accepts connections and never answers. */
export interface SilentWire {
  readonly baseURL: string;
  /** From now on nothing passes, in either direction; no connection ends. */
  swallow(): void;
  /** What was held back passes, and what comes after it. */
  flow(): void;
  close(): void;
}

export async function silentWire(baseURL: string): Promise<SilentWire> {
  const { hostname, port } = new URL(baseURL);
  const sockets = new Set<Socket>();
  let silent = false;
  const wire = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (bytes) => other.write(bytes));
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      if (silent) socket.pause();
    }
  });
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  return {
    baseURL: `http://127.0.0.1:${(wire.address() as AddressInfo).port}`,
    swallow: () => {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    flow: () => {
      silent = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      wire.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
