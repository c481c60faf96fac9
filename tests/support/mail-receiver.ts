import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

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
  /** By connection. */
  const recipients = new Map<string, string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, { id }, done) => {
      recipients.set(id, address);
      done();
    },
    onData: (stream, { id }, done) => {
      text(stream).then((content) => {
        mails.push({ to: recipients.get(id) ?? '', text: decoded(content.replaceAll('\r\n', '\n')) });
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Decodes quoted-printable: soft line breaks and escapes. */
const decoded = (content: string): string =>
  decodeURIComponent(
    content
      .replace(/=\n/g, '')
      .replace(/%/g, '%25')
      .replace(/=([0-9A-F]{2})/g, '%$1'),
  );
