import { connect } from 'node:net';

/** What a caller writes to the connection by hand, and what came back until the server closed it or fell silent. */
export interface RawCall {
  readonly port: number;
  /** The address that the call comes from; every 127.x.y.z is one of this machine. */
  readonly from?: string;
  /** Written one after the other, `everyMilliseconds` apart. */
  readonly pieces: readonly (string | Buffer)[];
  readonly everyMilliseconds?: number;
  /** Stops reading at the first answer, without waiting for the server to close. */
  readonly untilAnswer?: boolean;
  /** Closes the connection when nothing has ended it until then. */
  readonly giveUpAfter?: number;
}

export interface RawResponse {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

/** Sends bytes that no HTTP client would send: a body that never comes, headers in drips, nonsense. */
export function rawCall({
  port,
  from,
  pieces,
  everyMilliseconds,
  untilAnswer,
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
      if (untilAnswer && /\r\n\r\n/.test(text)) finish();
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
