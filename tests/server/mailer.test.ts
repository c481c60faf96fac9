import { afterAll, expect, test } from 'vitest';
import { sendMail } from '../../server/src/mail/mailer.ts';
import { receiveMails } from '../support/mail-receiver.ts';

const receiver = await receiveMails();
afterAll(() => receiver.close());
const { port } = new URL(receiver.url);
const send = (smtpUrl: string) =>
  sendMail(
    { smtpUrl, mailFrom: 'almas@exemple.dz' },
    { to: 'a@exemple.dz', subject: 'Lien', text: 'un lien' },
  );

/** This machine by an address that is not one of the loopback addresses. */
const elsewhere = `smtp://[::ffff:127.0.0.1]:${port}`;

test('a mail is not sent to a server outside this machine that offers no TLS', async () => {
  await expect(send(elsewhere)).rejects.toThrow(/TLS/);
  expect(receiver.mails).toHaveLength(0);
});

test('a mail is sent without TLS within this machine, and elsewhere when the operator allows it', async () => {
  await send(receiver.url);
  await send(`${elsewhere}?requireTLS=false`);
  expect(receiver.mails).toHaveLength(2);
});
