import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * A reset link must not cross a network in clear. `?requireTLS=false` in SMTP_URL is for a mail server without TLS in a network of the
 * operator; to one on this machine nothing crosses a network.
 */
const requiresTls = (smtpUrl: string): boolean => {
  const { hostname, searchParams } = new URL(smtpUrl);
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return !isLocal && searchParams.get('requireTLS') !== 'false';
};

/** Sends an e-mail to the server of SMTP_URL. @throws Error when the server refuses it */
export async function sendMail(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  mail: Mail,
): Promise<void> {
  if (smtpUrl === undefined) throw new Error('SMTP_URL is not set');
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: requiresTls(smtpUrl),
    connectionTimeout: 10_000,
    socketTimeout: 20_000,
  });
  try {
    await transport.sendMail({ from: mailFrom, ...mail });
  } finally {
    transport.close();
  }
}
