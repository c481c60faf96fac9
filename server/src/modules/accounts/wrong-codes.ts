import { personName } from '@almas/contract/person-name';
import { stored } from '@almas/locale';
import type { UserRecord } from '../../authorization/identity.ts';
import { transaction } from '../../database/transaction.ts';
import { clearAttempts, countAttempt } from '../../limits/rate-limit.ts';
import { sendMail } from '../../mail/mailer.ts';
import type { PrepareServices } from '../../pipeline/command.ts';
import type { NewNotification } from '../../ports.ts';
import { raiseMailError } from '../alerts/raise-alert.ts';
import { writeNotifications } from '../notifications/notify.ts';
import { announceToUser } from '../outbox/announce.ts';
import { administratorIds } from './find-user.ts';
import { mailsTo } from './language.ts';

/** Wrong codes in a row at the sign-ins of an account after which its password is taken for known to others. */
const warnedAfter = 5;
/** The owner is warned once in this time. */
const once = { attempts: warnedAfter, windowSeconds: 86_400 };

type WarningServices = Pick<PrepareServices, 'db' | 'config' | 'features' | 'log' | 'outbox'>;

/**
 * Counts a wrong code of the second factor at a sign-in, whose password was right. At the fifth in a row, over all networks and devices,
 * the owner is warned: limits bound how often codes are tried, and only another password ends it. A failure is only logged.
 */
export async function countWrongCode(services: WarningServices, user: UserRecord): Promise<void> {
  try {
    const { attempts } = await countAttempt(services.db, 'wrong_code', user.id, once);
    if (attempts === warnedAfter) await warnOwner(services, user);
  } catch (error) {
    services.log.error({ err: error }, 'the owner of an account was not warned of wrong codes');
  }
}

/** After a right code. */
export const clearWrongCodes = (services: WarningServices, userId: string): Promise<number> =>
  clearAttempts(services.db, 'wrong_code', userId);

/**
 * By push message and, with a mail server, by e-mail; an administrator also by a notification. Resellers see no notification of this
 * type (AMB-08): administrators get it who may give the reseller another password.
 */
async function warnOwner(services: WarningServices, user: UserRecord): Promise<void> {
  const { db, config, log, outbox } = services;
  await transaction(db, async (tx) => {
    const notification = (userId: string, text: Pick<NewNotification, 'title' | 'message'>) =>
      ({ userId, type: 'account_update', ...text, data: { userId: user.id } }) as const;
    const { passwordKnown, passwordOfKnown } = stored.notifications;
    const readers = { scope: 'accounts', scopesForced: config.extensions.has('admin-scopes') } as const;
    const notifications =
      user.role === 'admin'
        ? [notification(user.id, passwordKnown)]
        : (await administratorIds(tx, readers)).map((id) =>
            notification(id, passwordOfKnown(personName(user))),
          );
    await writeNotifications(services, tx, notifications);
    await announceToUser(tx, user.id, { type: 'password_known' });
  });
  outbox.wake();
  if (config.smtpUrl === undefined) return;
  const { passwordKnownMail } = await mailsTo(services, user.id);
  // The response to the wrong code does not wait for the mail server.
  sendMail(config, { to: user.email, ...passwordKnownMail }).catch((error: unknown) => {
    log.error({ err: error }, 'mail of wrong codes failed');
    raiseMailError(log);
  });
}
