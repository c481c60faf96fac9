import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends an e-mail to the server of SMTP_URL. @throws Error when the server refuses it */
export async function sendMail(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  mail: Mail,
): Promise<void> {
  if (smtpUrl === undefined) throw new Error('SMTP_URL is not set');
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, socketTimeout: 20_000 });
  try {
    await transport.sendMail({ from: mailFrom, ...mail });
  } finally {
    transport.close();
  }
}
