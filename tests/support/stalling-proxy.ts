import { tcpProxy } from './tcp-proxy.ts';

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
  let blocked = false;
  let roundTrip = 0;
  const after = (milliseconds: number, act: () => void) => {
    if (milliseconds === 0) act();
    else setTimeout(act, milliseconds);
  };
  const { url, sockets, close } = await tcpProxy(baseURL, (client, server) => {
    if (blocked) for (const socket of [client, server]) socket.pause();
    return {
      toServer: (bytes) => after(roundTrip / 2, () => server.write(bytes)),
      toClient: (bytes) => after(roundTrip / 2, () => client.write(bytes)),
      // In order, after data that is still delayed.
      closeOther: (other) => after(roundTrip, () => other.destroy()),
    };
  });
  return {
    baseURL: `http://${new URL(url).host}`,
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
    close,
  };
}
