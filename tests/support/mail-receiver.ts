import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface MailReceiver {
  /** For SMTP_URL. */
  readonly url: string;
  /** Every e-mail received, headers and body. */
  readonly mails: { readonly to: string; readonly text: string }[];
  close(): Promise<void>;
}

/** Receives e-mails over SMTP on loopback and stores them. */
export async function receiveMails(): Promise<MailReceiver> {
  const mails: { to: string; text: string }[] = [];
  const server = createServer((socket) => handleConnection(socket, mails));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function handleConnection(socket: Socket, mails: { to: string; text: string }[]): void {
  let rest = '';
  let to = '';
  let body: string[] | undefined;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const receive = (line: string) => {
    if (body) {
      if (line !== '.') return void body.push(line);
      mails.push({ to, text: decoded(body.join('\n')) });
      body = undefined;
      return void say('250 kept');
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
    if (verb === 'DATA') body = [];
    if (verb === 'QUIT') return void socket.end('221 bye\r\n');
    say(verb === 'DATA' ? '354 go on' : '250 ok');
  };
  socket.setEncoding('utf8').on('error', () => {});
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) receive(line);
  });
  say('220 test');
}

/** Decodes quoted-printable: soft line breaks and escapes. */
const decoded = (text: string): string =>
  decodeURIComponent(
    text
      .replace(/=\n/g, '')
      .replace(/%/g, '%25')
      .replace(/=([0-9A-F]{2})/g, '%$1'),
  );
