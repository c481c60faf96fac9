import { transaction } from '../../database/transaction.ts';
import { attempt } from '../../limits/rate-limit.ts';
import type { Services } from '../../services.ts';
import { announceToAdministrators } from '../outbox/announce.ts';
import { onAlert } from './raise-alert.ts';

/** The same alert is sent once in this time, whatever the number of servers. */
const once = { attempts: 1, windowSeconds: 600 };

/**
 * Sends administrators the title of each unexpected alert; a message of an error may hold data and stays in the log.
 * @returns a function that stops it
 */
export const announceAlerts = (services: Services): (() => void) =>
  onAlert(({ title, scope }, expected) => {
    if (expected) return;
    transaction(services.db, async (tx) => {
      if ((await attempt(tx, 'alert_message', title, once)) !== undefined) return;
      await announceToAdministrators(services, tx, { type: 'alert', subject: title }, scope);
    }).catch((error: unknown) => services.log.error({ err: error }, 'an alert was not announced'));
  });
