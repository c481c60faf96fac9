import { users } from '@almas/contract/accounts';
import { fail } from '../../app-error.ts';
import type { UserRecord } from '../../authorization/identity.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import { duplicateOf } from '../../database/failures.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { sendMail } from '../../mail/mailer.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { raiseMailError } from '../alerts/raise-alert.ts';
import { accountsStore } from './accounts.store.ts';
import { endSessionsOf } from './end-sessions.ts';
import { mailsTo } from './language.ts';
import { dropSecondFactor } from './second-factor.ts';
import { presentUser } from './user-record.ts';

const write = statement<[id: string, email: string]>(
  'accounts.change-email',
  'UPDATE users SET email = $2, updated_at = clock_timestamp() WHERE id = $1',
);

/** @throws AppError EMAIL_TAKEN */
async function writeEmail(tx: DbTransaction, id: string, email: string): Promise<void> {
  try {
    await write.run(tx, id, email);
  } catch (error) {
    if (duplicateOf(error) !== 'users_email') throw error;
    throw fail('EMAIL_TAKEN');
  }
}

/**
 * Gives a reseller another email, as when a shop changes hands (TEA-23). Whatever the former owner could come back with ends: sessions,
 * sign-ins under way, the link of a forgotten password, the second factor, the devices of cashiers. The password stays; the administrator
 * gives a temporary one. The journal names no address; both get an e-mail, when there is a mail server.
 */
export const changeEmail = command(users.changeEmail, {
  prepare: ({ actor, services }) => {
    checkStepUp(actor);
    return services;
  },
  run: async ({ tx, actor, params, body: { email, expectedEmail }, prepared: services }) => {
    const user = await accountsStore.lockById.first(tx, parseUuidOrNil(params.id));
    if (!user) throw fail('USER_NOT_FOUND');
    if (user.role !== 'reseller') throw fail('ONLY_RESELLERS_READDRESSED');
    // Again, after an answer that was lost; and nothing ends for an address that stays.
    if (user.email.toLowerCase() === email.toLowerCase())
      return { response: presentUser(user, actor), effects: { audit: nothingChanged } };
    if (user.email !== expectedEmail) throw fail('EMAIL_CHANGED');
    await writeEmail(tx, user.id, email);
    const { action } = await endSessionsOf(tx, user);
    await dropSecondFactor(tx, user.id);
    return {
      response: presentUser(await accountsStore.byId.one(tx, user.id), actor),
      effects: {
        audit: { ...action, action: 'user.change-email' },
        events: [[{ user: user.id }, { type: 'session' }]],
        afterCommit: () => sendLater(services, user, email),
      },
    };
  },
});

/** The response does not wait for the mail server. */
function sendLater(
  services: Pick<Services, 'db' | 'config' | 'features' | 'log'>,
  { id, email: former }: UserRecord,
  given: string,
): void {
  const { config, log } = services;
  if (config.smtpUrl === undefined) return;
  const send = async () => {
    const { emailReplacedMail, emailGivenMail } = await mailsTo(services, id);
    await Promise.all([
      sendMail(config, { to: former, ...emailReplacedMail }),
      sendMail(config, { to: given, ...emailGivenMail }),
    ]);
  };
  send().catch((error: unknown) => {
    log.error({ err: error }, 'mail of a changed email failed');
    raiseMailError(log);
  });
}
