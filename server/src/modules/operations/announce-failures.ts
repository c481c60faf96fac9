import { failedParts } from '@almas/contract/health';
import type { DbTransaction } from '../../database/transaction.ts';
import { attempt, clearAttempts } from '../../limits/rate-limit.ts';
import type { Services } from '../../services.ts';
import { announceToAdministrators } from '../outbox/announce.ts';
import { readHealth } from './read-health.ts';

/** A failure is announced once; one that lasts, once more each month. */
const once = { attempts: 1, windowSeconds: 30 * 86_400 };

/**
 * Sends administrators one message for the parts of « État du système » that have failed since the last run. A part that works again is
 * cleared, so that its next failure is announced.
 */
export const announceFailures =
  (services: Services) =>
  async (tx: DbTransaction): Promise<number> => {
    const health = await readHealth(services);
    const failed: string[] = [];
    for (const part of failedParts) {
      if (health[part]?.state !== 'failed') await clearAttempts(tx, 'health_message', part);
      else if ((await attempt(tx, 'health_message', part, once)) === undefined) failed.push(part);
    }
    const subject = failed.join(',');
    if (subject) await announceToAdministrators(services, tx, { type: 'health_failed', subject }, 'settings');
    return 0;
  };
