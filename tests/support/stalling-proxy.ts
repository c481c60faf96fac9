import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between a browser and a server that can be slow, or stall: accept connections and data without ever responding. */
export interface StallingProxy {
  readonly baseURL: string;
  /** Delays each request and response, together by so many milliseconds. */
  slow(roundTripMilliseconds: number): void;
  /** Forwards nothing in either direction and closes no connection. */
  block(): void;
  /** Forwards what was held back and everything later. */
  unblock(): void;
  close(): void;
}

export async function stallingProxy(baseURL: string): Promise<StallingProxy> {
  const { hostname, port } = new URL(baseURL);
  const sockets = new Set<Socket>();
  let blocked = false;
  let roundTrip = 0;
  const listener = createServer((near) => {
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
        // In order, after data that is still delayed.
        if (roundTrip === 0) other.destroy();
        else setTimeout(() => other.destroy(), roundTrip);
      });
      if (blocked) socket.pause();
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  return {
    baseURL: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    slow: (roundTripMilliseconds) => {
      roundTrip = roundTripMilliseconds;
    },
    block: () => {
      blocked = true;
      for (const socket of sockets) socket.pause();
    },
    unblock: () => {
      blocked = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
