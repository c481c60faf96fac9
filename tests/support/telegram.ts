import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeTelegram {
  /** For TELEGRAM_URL. */
  readonly url: string;
  readonly calls: {
    readonly path: string;
    readonly body: { readonly chat_id: string; readonly text: string };
  }[];
  /** Sets status and body of the next responses; `undefined`: accepts messages again. */
  respondWith(next: { readonly status: number; readonly body: object } | undefined): void;
  close(): Promise<void>;
}

/** A fake Bot API on loopback with sendMessage. */
export async function startTelegram(): Promise<FakeTelegram> {
  const calls: FakeTelegram['calls'] = [];
  let reply: { readonly status: number; readonly body: object } | undefined;
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      calls.push({ path: request.url ?? '', body: JSON.parse(text) });
      const { status, body } = reply ?? { status: 200, body: { ok: true } };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    respondWith: (next) => {
      reply = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
