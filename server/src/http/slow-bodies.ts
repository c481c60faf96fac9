import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** After the time that every request has (limits/connections.ts): 100,000 codes may arrive at 8 kB/s. */
const furtherMilliseconds = 244_000;

const allowed = new WeakMap<Socket, IncomingMessage>();

/** Gives the body of a request further time to arrive: its route takes large bodies, and its caller may make the call. */
export function allowSlowBody(request: IncomingMessage): void {
  allowed.set(request.socket, request);
}

/**
 * For a connection whose request takes too long, which Node reports once.
 * @param cut is called when the further time has passed as well
 * @returns whether the request has further time
 */
export function waitsForSlowBody(socket: Socket, cut: () => void): boolean {
  const request = allowed.get(socket);
  if (!request || request.complete) return false;
  const timer = setTimeout(() => !request.complete && cut(), furtherMilliseconds);
  socket.once('close', () => clearTimeout(timer));
  return true;
}
