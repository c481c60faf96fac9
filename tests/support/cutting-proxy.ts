import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Where a call is cut. `share`: the part of the bytes that passes, from 0 to 1. */
export type Cut =
  /** Nothing of the request passes. */
  | { readonly at: 'before' }
  /** The server gets the beginning of the request only. */
  | { readonly at: 'request'; readonly share: number }
  /** The whole request is held back, and delivered when `deliver` is called; the browser gets no response. */
  | { readonly at: 'late' }
  /** The server responds; the browser gets the beginning of the response only. */
  | { readonly at: 'response'; readonly share: number };

/** A proxy in front of one server that drops chosen responses. */
export interface CuttingProxy {
  readonly baseURL: string;
  /**
   * Cuts the next call to `path` (method POST), and each time that the browser itself sends it again on a new connection; calls with
   * another key pass. Several plans are used one after the other.
   */
  cut(path: string, plan: Cut): void;
  /** Removes the plans that no call has used. */
  clear(): void;
  /** Sends the held requests to the server. @returns the status of each response */
  deliver(): Promise<number[]>;
  /** While it is down every connection is dropped, the open ones too. */
  setDown(down: boolean): void;
  close(): void;
}

interface Held {
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
}

export async function cuttingProxy(serverURL: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(serverURL);
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  const plans: { path: string; plan: Cut }[] = [];
  const cutKeys = new Map<string, Cut>();
  const held: Held[] = [];
  let down = false;

  const onward = (incoming: IncomingMessage) =>
    request({
      host: hostname,
      port,
      method: incoming.method,
      path: incoming.url,
      headers: incoming.headers,
      agent,
    });

  /** The plan for a call: that of its key when the browser sends it once more, else the next one for its path. */
  function planOf(incoming: IncomingMessage): Cut | undefined {
    if (incoming.method !== 'POST') return undefined;
    const key = String(incoming.headers['idempotency-key'] ?? incoming.url);
    const again = cutKeys.get(key);
    if (again) return again.at === 'late' || again.at === 'response' ? { at: 'before' } : again;
    const index = plans.findIndex(({ path }) => incoming.url?.startsWith(path));
    if (index < 0) return undefined;
    const [next] = plans.splice(index, 1);
    if (next && incoming.headers['idempotency-key']) cutKeys.set(key, next.plan);
    return next?.plan;
  }

  function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    const call = onward(incoming);
    call.on('error', () => outgoing.destroy());
    call.on('response', (response) => {
      const { connection: _, ...headers } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, headers);
      response.on('error', () => outgoing.destroy());
      response.pipe(outgoing);
    });
    outgoing.on('close', () => call.destroy());
    incoming.pipe(call);
  }

  async function cutResponse(incoming: IncomingMessage, outgoing: ServerResponse, share: number) {
    const call = onward(incoming);
    incoming.pipe(call);
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    const { connection: _, ...headers } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, headers);
    const part = bytes.subarray(0, Math.floor((bytes.length - 1) * share));
    if (part.length === 0) outgoing.destroy();
    else outgoing.write(part, () => outgoing.destroy());
  }

  async function lose(incoming: IncomingMessage, outgoing: ServerResponse, plan: Cut) {
    if (plan.at === 'response') return cutResponse(incoming, outgoing, plan.share);
    const body = plan.at === 'before' ? Buffer.alloc(0) : await buffer(incoming);
    if (plan.at === 'late') held.push({ incoming, body });
    if (plan.at === 'request') {
      const call = onward(incoming);
      call.on('error', () => undefined);
      call.write(body.subarray(0, Math.floor((body.length - 1) * plan.share)), () => call.destroy());
    }
    outgoing.destroy();
  }

  const front = createServer((incoming, outgoing) => {
    const plan = planOf(incoming);
    if (plan) void lose(incoming, outgoing, plan).catch(() => outgoing.destroy());
    else pass(incoming, outgoing);
  });
  front.on('connection', (socket) => {
    if (down) return void socket.destroy();
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');

  return {
    baseURL: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    cut: (path, plan) => void plans.push({ path, plan }),
    clear: () => {
      plans.length = 0;
      cutKeys.clear();
    },
    deliver: () =>
      Promise.all(
        held.splice(0).map(async ({ incoming, body }) => {
          const call = onward(incoming);
          call.end(body);
          const [response] = (await once(call, 'response')) as [IncomingMessage];
          response.resume();
          return response.statusCode ?? 0;
        }),
      ),
    setDown: (isDown) => {
      down = isDown;
      if (isDown) for (const socket of sockets) socket.destroy();
    },
    close: () => {
      front.close();
      front.closeAllConnections();
      agent.destroy();
    },
  };
}
