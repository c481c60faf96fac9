import { connect } from 'node:net';

/** The bytes of a call, and how they are sent. */
export interface RawCall {
  readonly port: number;
  /** The local address of the connection; every 127.x.y.z is one of this machine. */
  readonly from?: string;
  /** Sent one after the other, with `everyMilliseconds` between two of them. */
  readonly pieces: readonly (string | Buffer)[];
  readonly everyMilliseconds?: number;
  /** Ends at the first response, without waiting for the server to close the connection. */
  readonly untilResponse?: boolean;
  /** After how many milliseconds the connection is closed if it is still open. */
  readonly giveUpAfter?: number;
}

export interface RawResponse {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

/** Sends bytes that no HTTP client would send: a body that never arrives, slow headers, malformed data. @returns what the server sent */
export function rawCall({
  port,
  from,
  pieces,
  everyMilliseconds,
  untilResponse,
  giveUpAfter,
}: RawCall): Promise<RawResponse> {
  const began = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', ...(from && { localAddress: from }) });
    let text = '';
    let drip: NodeJS.Timeout | undefined;
    const finish = () => {
      clearInterval(drip);
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      resolve({ status, text, milliseconds: performance.now() - began });
    };
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
      if (untilResponse && /\r\n\r\n/.test(text)) finish();
    });
    socket.on('error', () => {});
    if (giveUpAfter !== undefined) setTimeout(finish, giveUpAfter).unref();
    socket.on('close', finish);
    const [first = '', ...rest] = pieces;
    socket.write(first);
    if (everyMilliseconds === undefined) for (const piece of rest) socket.write(piece);
    else
      drip = setInterval(() => {
        const piece = rest.shift();
        if (piece !== undefined) socket.write(piece);
      }, everyMilliseconds);
  });
}
