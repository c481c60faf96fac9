import { beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../server/src/database/transaction.ts';
import '../../server/src/modules/credit/list-receivables.ts';
import { remindOfDebts } from '../../server/src/modules/credit/remind-of-debts.ts';
import { secondServer } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { executedPlanOf } from '../support/plan.ts';
import { createUser, type TestUser } from '../support/users.ts';

/*
 * 150 debtors, one with 4,000 settled advances and 4,000 other notifications (docs/acceptance.md, CRE). Turned red by: figures that read the
 * advances that are settled; a reminder that reads the other notifications of its account, or reminds all debtors in one statement.
 */
const { db } = await freshDatabase();
const config = { extensions: new Set(['credit'] as const) };
const { server, services } = await secondServer(db, { config });
const query = async (text: string, ...values: unknown[]) => (await db.query({ text, values })).rows;

describe('a debtor with years of advances', () => {
  let user: TestUser;
  beforeAll(async () => {
    user = await createUser(server, services);
    await db.query({
      text: `ALTER TABLE receivable_entries DISABLE TRIGGER USER; ALTER TABLE receivables DISABLE TRIGGER USER;
        INSERT INTO users (email, password_hash, status) SELECT 'debtor' || n || '@exemple.dz', '', 'active' FROM generate_series(1, 149) n;
        INSERT INTO credit_terms (user_id, limit_amount, days, changed_by) SELECT id, 100000, 7, id FROM users WHERE role = 'reseller';
        INSERT INTO receivable_entries (id, user_id, kind, amount, due_on, ledger_id, transaction_id, advanced_after, recorded_by, debt_after)
        SELECT n, '${user.id}', 'advance', 100, current_date, n, n, 100 * n, '${user.id}', 100 FROM generate_series(1, 4000) n;
        INSERT INTO receivable_entries (id, user_id, kind, amount, due_on, ledger_id, transaction_id, advanced_after, recorded_by, debt_after)
        SELECT -n, user_id, 'advance', 300, current_date, -n, -n, 300, user_id, 300
          FROM (SELECT user_id, row_number() OVER () AS n FROM receivables WHERE user_id <> '${user.id}') others;
        UPDATE receivables SET advanced = 400000, debt = 250, due_on = (clock_timestamp() AT TIME ZONE 'Africa/Algiers')::date;
        INSERT INTO notifications (user_id, type, title, message)
        SELECT '${user.id}', 'purchase_completed', '', '' FROM generate_series(1, 4000);
        ALTER TABLE receivable_entries ENABLE TRIGGER USER; ALTER TABLE receivables ENABLE TRIGGER USER;
        ANALYZE`,
    });
  });

  test('owes the newest of them, and no figure of the debt reads what is settled [CRE-38]', async () => {
    expect(
      (await query('SELECT part FROM open_advances($1, 250) ORDER BY part DESC', user.id)).map(
        ({ part }) => part,
      ),
    ).toEqual([100, 100, 50]);
    const read = (await executedPlanOf(db, 'credit.summary', null)).filter(
      (step) => step['Relation Name'] === 'receivable_entries',
    );
    const rows = read.map((step) => Number(step['Actual Rows']) * Number(step['Actual Loops']));
    // Three of this account and one of each other; with 4,000 settled ones.
    expect(rows.reduce((sum, each) => sum + each, 0)).toBeLessThan(400);
  });

  test('is reminded without a look at its other notifications, a hundred debtors at a time [CRE-34][CRE-38]', async () => {
    const steps = await executedPlanOf(db, 'credit.debts-to-remind', '100');
    const read = steps.map((step) => step['Index Name'] ?? step['Relation Name'] ?? '');
    expect(read.filter((name) => name.startsWith('notifications'))).toEqual([]);
    const remind = remindOfDebts({ ...services, now: () => new Date('2026-03-02T10:30:00Z') });
    const reminded = async () => {
      const result = await transaction(services.db, (tx) => remind(tx, 1_000));
      const [row] = await query(`SELECT count(*) FROM notifications WHERE type = 'debt_due'`);
      return [result, row?.count];
    };
    expect(await reminded()).toEqual([1_000, 100]);
    expect(await reminded()).toEqual([1_000, 150]);
    expect(await reminded()).toEqual([0, 150]);
  });
});
