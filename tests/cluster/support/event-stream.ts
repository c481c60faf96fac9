import { get } from 'node:http';
import { eventually } from '../../support/eventually.ts';

/** Keeps GET /api/events open like a browser: reconnects after it has ended. */
export async function keepStream(baseURL: string, cookie: string) {
  let [text, closed] = ['', false];
  const open = () => {
    const request = get(`${baseURL}/api/events`, { headers: { cookie }, agent: false });
    const again = () => {
      if (!closed) setTimeout(open, 500);
    };
    request.on('error', () => {});
    request.on('close', again);
    request.on('response', (response) =>
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      }),
    );
    current = request;
  };
  let current: ReturnType<typeof get> | undefined;
  open();
  await eventually(() => text.includes('event: refresh'));
  return {
    /** Clears the events received so far. */
    clear: () => {
      text = '';
    },
    received: (event: string) => text.includes(`event: ${event}`),
    close: () => {
      closed = true;
      current?.destroy();
    },
  };
}
