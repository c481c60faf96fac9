import { tcpProxy } from './tcp-proxy.ts';

/** A proxy in front of a PostgreSQL that takes `options` out of the start of a connection, as a pooler does that is set to ignore them. */
export const optionsDroppingProxy = (target: string) =>
  tcpProxy(target, (_, database) => {
    let isStart = true;
    return {
      toServer: (bytes) => {
        database.write(isStart ? withoutOptions(bytes) : bytes);
        isStart = false;
      },
    };
  });

/** The start of a connection: its length, the version of the protocol, then names and values that each end with a zero byte. */
function withoutOptions(start: Buffer): Buffer {
  const words = start.subarray(8, -1).toString('utf8').split('\0').slice(0, -1);
  const kept = words.filter((_, index) => words[index - (index % 2)] !== 'options');
  const body = Buffer.from(`${kept.map((word) => `${word}\0`).join('')}\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  start.copy(head, 4, 4, 8);
  return Buffer.concat([head, body]);
}
