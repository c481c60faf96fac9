import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of several servers: it polls /readyz and sends each call once, to a server that is ready. */
export interface TestProxy {
  readonly baseURL: string;
  /** The number of servers that are ready. */
  ready(): number;
  /** Calls without a complete response, each with its reason. */
  readonly failures: readonly string[];
  close(): void;
}

export interface ProxyTiming {
  /** Interval of the polls of /readyz. */
  readonly checkMilliseconds: number;
}

export async function testProxy(
  ports: readonly number[],
  { checkMilliseconds }: ProxyTiming,
): Promise<TestProxy> {
  const agent = new Agent({ keepAlive: true });
  const failures: string[] = [];
  const ready = new Set<number>();
  let turn = 0;
  const checking = new Set<number>();
  const check = async (port: number) => {
    if (checking.has(port)) return;
    checking.add(port);
    if (await isReady(port)) ready.add(port);
    else ready.delete(port);
    checking.delete(port);
  };
  const interval = setInterval(() => ports.forEach(check), checkMilliseconds);
  await Promise.all(ports.map(check));

  const front = createServer((incoming, outgoing) => {
    const candidates = [...ready];
    turn += 1;
    const port = candidates[turn % candidates.length];
    if (port === undefined) {
      failures.push('no server is ready');
      outgoing.writeHead(502).end();
    } else forward({ incoming, outgoing, port, agent }, (reason) => failures.push(`${port} ${reason}`));
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  return {
    baseURL: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    ready: () => ready.size,
    failures,
    close: () => {
      clearInterval(interval);
      front.close();
      front.closeAllConnections();
      agent.destroy();
    },
  };
}

interface Forwarding {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly port: number;
  readonly agent: Agent;
}

function forward({ incoming, outgoing, port, agent }: Forwarding, onFailure: (reason: string) => void): void {
  const { method, url: path, headers } = incoming;
  const fail = (error: NodeJS.ErrnoException) => {
    onFailure(`${method} ${path}: ${error.code ?? error.message}`);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  };
  const onward = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
    const { connection: _connection, ...rest } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, rest);
    response.on('error', fail);
    response.pipe(outgoing);
  });
  onward.on('error', fail);
  incoming.pipe(onward);
}

/** Whether the server reports ready. A late response of a busy machine counts as none. */
const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(
      { host: '127.0.0.1', port, path: '/readyz', agent: false, timeout: 10_000 },
      (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
