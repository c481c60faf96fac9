import { algiersClock } from '@almas/contract/algiers';
import { stored } from '@almas/locale';
import { formatDate } from '@almas/locale/formats';
import { statement } from '../../database/statement.ts';
import type { OpenTransaction } from '../../database/transaction.ts';
import { isOn } from '../../feature-switches.ts';
import { type Centimes, toDinars } from '../../money/amount.ts';
import type { NewNotification } from '../../ports.ts';
import type { Services } from '../../services.ts';
import { ageingOf, today } from './credit.store.ts';

/** Of the day in Algiers: no phone rings at night. */
const hours = { from: 9, before: 20 };
/** While a debt is late, every so many days. */
const everyDays = 3;
/** Of one transaction: each account's reminder also waits for its devices. */
const perRun = 100;

interface DueRow {
  readonly userId: string;
  readonly debt: Centimes;
  readonly dueOn: string;
  /** On that day. */
  readonly due: Centimes;
  readonly overdue: Centimes;
}
const due = statement<[limit: number], DueRow>(
  'credit.debts-to-remind',
  `SELECT r.user_id AS "userId", r.debt, to_char(r.due_on, 'YYYY-MM-DD') AS "dueOn", a.due, a.overdue
     FROM (SELECT r.* FROM receivables r JOIN users u ON u.id = r.user_id AND u.status = 'active'
            WHERE r.debt > 0 AND r.due_on <= ${today} + 1
              AND (r.due_on >= ${today} OR (${today} - r.due_on) % ${everyDays} = 0)
              AND NOT EXISTS (SELECT FROM debt_reminders d
                               WHERE d.user_id = r.user_id AND d.reminded_at >= clock_timestamp() - interval '20 hours')
            ORDER BY r.due_on, r.user_id LIMIT $1::int) r
    CROSS JOIN LATERAL ${ageingOf} a`,
);

const record = statement<[userIds: readonly string[]]>(
  'credit.record-reminders',
  `INSERT INTO debt_reminders SELECT unnest($1::uuid[]), clock_timestamp()
   ON CONFLICT (user_id) DO UPDATE SET reminded_at = EXCLUDED.reminded_at`,
);

const reminderOf = ({ userId, debt, dueOn, due, overdue }: DueRow): NewNotification => ({
  userId,
  type: 'debt_due',
  ...(overdue > 0
    ? stored.notifications.debtLate(toDinars(overdue))
    : stored.notifications.debtDue(toDinars(due), formatDate(dueOn))),
  data: { dueOn, debt: toDinars(debt), overdue: toDinars(overdue) },
});

/** Reminds the accounts whose debt is due tomorrow or today, or is late, once a day, by a notification that is also pushed. */
export const remindOfDebts =
  (services: Services) =>
  async (tx: OpenTransaction, limit: number): Promise<number> => {
    const hour = algiersClock(services.now().getTime()).getUTCHours();
    if (hour < hours.from || hour >= hours.before || !(await isOn(services, 'credit'))) return 0;
    const rows = await due.all(tx, Math.min(limit, perRun));
    if (rows.length === 0) return 0;
    const reminded = await services.effects.writeNotifications(services, tx, rows.map(reminderOf));
    await record.run(tx, reminded);
    tx.afterCommit(() => {
      for (const user of reminded) services.live.publish({ user }, { type: 'notification' });
      services.outbox.wake();
    });
    // A full batch runs again at once. One that could not be written would be tried for ever.
    return reminded.length === rows.length ? limit : 0;
  };
