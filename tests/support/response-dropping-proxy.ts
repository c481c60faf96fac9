import { tcpProxy } from './tcp-proxy.ts';

/** A TCP proxy between a server and its database that can drop one response. */
export interface ResponseDroppingProxy {
  /** URL of the database through the proxy. */
  readonly url: string;
  /**
   * Drops the response to the next statements that match, after the database has executed them. The statements of a connection from
   * BEGIN to COMMIT are matched as one text, because concurrent work also has transactions.
   */
  dropResponseTo(pattern: RegExp): void;
  /** The number of dropped responses. */
  lost(): number;
  close(): void;
}

export async function responseDroppingProxy(target: string): Promise<ResponseDroppingProxy> {
  let pattern: RegExp | undefined;
  let lost = 0;
  const { url, close } = await tcpProxy(target, (client, server) => {
    let mute = false;
    let received = '';
    return {
      toServer: (bytes) => {
        const text = bytes.toString('latin1');
        received = text.includes('BEGIN') ? text : received + text;
        if (pattern?.test(received)) {
          pattern = undefined;
          mute = true;
        }
        server.write(bytes);
      },
      toClient: (bytes) => {
        if (!mute) return client.write(bytes);
        // The database has executed the statements, and the caller gets no response.
        lost += 1;
        return client.destroy();
      },
    };
  });
  return {
    url,
    dropResponseTo: (next) => {
      pattern = next;
    },
    lost: () => lost,
    close,
  };
}
