import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A network between a browser and a server that can be slow, or swallow what is sent: it accepts connections and never answers. */
export interface SilentWire {
  readonly baseURL: string;
  /** From now on a request and its response take so many milliseconds longer. */
  slow(roundTripMilliseconds: number): void;
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
  let roundTrip = 0;
  const wire = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (bytes) => {
        if (roundTrip === 0) other.write(bytes);
        else setTimeout(() => other.write(bytes), roundTrip / 2);
      });
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        // Behind what is still on its way.
        if (roundTrip === 0) other.destroy();
        else setTimeout(() => other.destroy(), roundTrip);
      });
      if (silent) socket.pause();
    }
  });
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  return {
    baseURL: `http://127.0.0.1:${(wire.address() as AddressInfo).port}`,
    slow: (roundTripMilliseconds) => {
      roundTrip = roundTripMilliseconds;
    },
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
