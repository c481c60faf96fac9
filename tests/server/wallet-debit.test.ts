import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { type Alert, onAlert } from '../../server/src/modules/alerts/raise-alert.ts';
import { testApp } from '../support/app.ts';
import { createUser, type TestUser } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const alerts: Alert[] = [];
afterAll(onAlert((alert) => alerts.push(alert)));

const balanceOf = async (user: TestUser) =>
  (await query('SELECT balance FROM users WHERE id = $1', user.id))[0]?.balance;

let reseller: TestUser;
let transactionId: string;
beforeEach(async () => {
  reseller = await createUser(server, services, { balance: 100 });
  const [first] = await query('SELECT id::text FROM transactions WHERE user_id = $1', reseller.id);
  transactionId = String(first?.id);
  alerts.length = 0;
});
const debit = (body: object, headers?: Record<string, string>, id = reseller.id) =>
  admin.post(`/api/users/${id}/debit`, body, headers);

describe('a debit', () => {
  test('a debit is listed with the transaction that it corrects, for the reseller and for administrators', async () => {
    await debit({ transactionId, amount: 30.5, description: 'Double recharge' });
    const correction = {
      amount: 30.5,
      balanceBefore: 100,
      balanceAfter: 69.5,
      createdAt: expect.any(String),
      description: 'Double recharge',
    };
    const own = (await reseller.get('/api/operations')).body;
    expect(own.items).toMatchObject([{ id: transactionId, corrections: [correction] }]);
    expect(own.adjustments).toMatchObject([
      { source: 'admin_debit', type: 'debit', amount: 30.5, transactionId, description: 'Double recharge' },
    ]);
    for (const path of [
      `/api/users/${reseller.id}/transactions`,
      `/api/transactions?search=${reseller.email}`,
    ]) {
      expect((await admin.get(path)).body.items).toMatchObject([
        { id: transactionId, corrections: [correction] },
      ]);
    }
  });

  test('a debit takes money off the balance on a transaction of the account, with its ledger entry [DSK-81]', async () => {
    const response = await debit({ transactionId, amount: 30.5, description: 'Double recharge' });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, newBalance: 69.5, debitedAmount: 30.5 });
    expect(await balanceOf(reseller)).toBe(6_950);
    expect(
      await query(
        `SELECT type, amount, description, admin_id, transaction_id::text, balance_before, balance_after, metadata
         FROM ledger WHERE user_id = $1 ORDER BY id DESC LIMIT 1`,
        reseller.id,
      ),
    ).toEqual([
      {
        type: 'debit',
        amount: 3_050,
        description: 'Double recharge',
        admin_id: admin.id,
        transaction_id: transactionId,
        balance_before: 10_000,
        balance_after: 6_950,
        metadata: { source: 'admin_debit', validated: true },
      },
    ]);
    expect(await query('SELECT type, message FROM notifications WHERE user_id = $1', reseller.id)).toEqual([
      { type: 'balance_debited', message: 'Votre solde a été débité de 30,50 DZD' },
    ]);
    expect(await query('SELECT action, after FROM audit_trail WHERE subject_id = $1', reseller.id)).toEqual([
      {
        action: 'wallet.debit',
        after: { balance: 69.5, amount: 30.5, transactionId, reason: 'Double recharge' },
      },
    ]);
    expect(alerts).toEqual([]);
  });

  test('a debit is rolled back completely when one of its writes fails [WAL-23]', async () => {
    await query(`ALTER TABLE audit_trail ADD CONSTRAINT broken CHECK (action <> 'wallet.debit') NOT VALID`);
    const response = await debit({ transactionId, amount: 30 });
    await services.db.query({ text: 'ALTER TABLE audit_trail DROP CONSTRAINT broken' });
    expect(response.status).toBe(500);
    expect(await balanceOf(reseller)).toBe(10_000);
    expect(await query('SELECT count(*) FROM ledger WHERE user_id = $1', reseller.id)).toEqual([
      { count: 1 },
    ]);
  });

  test('a debit with one key happens once, and concurrent debits never exceed the balance', async () => {
    const key = { 'idempotency-key': 'debit-1' };
    const same = await Promise.all(
      Array.from({ length: 6 }, () => debit({ transactionId, amount: 10 }, key)),
    );
    for (const response of same)
      expect(response.body).toEqual({ success: true, newBalance: 90, debitedAmount: 10 });
    const many = await Promise.all(Array.from({ length: 12 }, () => debit({ transactionId, amount: 20 })));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(await balanceOf(reseller)).toBe(1_000);
  });
});

describe('a debit is refused', () => {
  // Turned red by: the second of two administrators who saw the same remainder.
  test('a debit is refused after a colleague has corrected the transaction, until what is left now was shown', async () => {
    expect((await debit({ transactionId, amount: 25, left: 100 })).status).toBe(200);
    const second = await debit({ transactionId, amount: 25, left: 100 });
    expect([second.status, second.body]).toEqual([
      409,
      {
        code: 'TRANSACTION_CORRECTED',
        available: 75,
        message: 'Cette transaction a déjà été corrigée entre-temps (reste 75 DA)',
      },
    ]);
    expect(await balanceOf(reseller)).toBe(7_500);
    const key = { 'idempotency-key': 'seen' };
    expect((await debit({ transactionId, amount: 25, left: 75 }, key)).status).toBe(200);
    // The same press again, from a screen that has read the remainder anew.
    expect((await debit({ transactionId, amount: 25, left: 50 }, key)).body.newBalance).toBe(50);
    expect(await balanceOf(reseller)).toBe(5_000);
  });

  test('a debit is refused when the debits of its transaction together exceed it, even if the balance covers it', async () => {
    await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 500 });
    expect((await debit({ transactionId, amount: 60 })).status).toBe(200);
    const response = await debit({ transactionId, amount: 40.01 });
    expect([response.status, response.body]).toEqual([
      409,
      {
        code: 'DEBIT_EXCEEDS_TRANSACTION',
        message: 'La correction dépasse ce qui reste de la transaction (40 DA)',
        available: 40,
      },
    ]);
    const many = await Promise.all(Array.from({ length: 6 }, () => debit({ transactionId, amount: 20 })));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await balanceOf(reseller)).toBe(50_000);
    expect((await debit({ transactionId, amount: 0.01 })).body.available).toBe(0);
  });

  const ids = 'ID utilisateur et transaction requis';
  test('a debit without an account or a transaction is refused [WAL-20]', async () => {
    expect((await debit({ transactionId, amount: 1 }, {}, '%20')).body.message).toBe(ids);
    for (const blank of [undefined, null, '', ' ']) {
      const response = await debit({ transactionId: blank, amount: 1 });
      expect(response.status).toBe(422);
      expect(response.body.message).toBe(ids);
    }
  });

  test.each([[undefined], [0], [-1], ['10'], [0.001], [null]])(
    'a debit of the amount %j is refused and changes no balance',
    async (amount) => {
      const response = await debit({ transactionId, amount });
      expect(response.status).toBe(422);
      expect(response.body.message).toBe('Montant invalide');
      expect(await balanceOf(reseller)).toBe(10_000);
    },
  );

  test('a debit of an amount that is not positive is refused [WAL-21]', async () => {
    for (const amount of [0, -5]) {
      expect((await debit({ transactionId, amount })).body.message).toBe('Montant invalide');
    }
  });

  test('a debit above the balance is refused and raises a payment-error alert with user, amount and message [WAL-22][WAL-24]', async () => {
    for (const amount of [100.01, 1e308]) {
      const response = await debit({ transactionId, amount });
      expect(response.status).toBe(409);
      expect(response.body.message).toBe('Solde insuffisant');
      expect(alerts.at(-1)).toMatchObject({
        type: 'error',
        priority: 'high',
        message: 'Solde insuffisant',
        data: { userId: reseller.id, amount },
      });
    }
    expect(await balanceOf(reseller)).toBe(10_000);
  });

  test('a debit for an unknown account or transaction, or a transaction of another account, is refused', async () => {
    const other = await createUser(server, services, { balance: 5 });
    expect((await debit({ transactionId, amount: 1 }, {}, 'personne')).body.message).toBe(
      'Utilisateur introuvable',
    );
    expect((await debit({ transactionId: '999999', amount: 1 })).body.message).toBe(
      'Transaction introuvable',
    );
    expect((await debit({ transactionId, amount: 1 }, {}, other.id)).body.message).toBe(
      'Transaction introuvable',
    );
  });

  test('after debits were made and refused, the audit finds no discrepancy', async () => {
    expect(await audit(services.db)).toEqual([]);
  });
});

describe('the transaction validation helper', () => {
  const validate = (body: object) => reseller.post('/api/transactions/validate', body);

  test('the validation of a transaction accepts the caller’s own account with a type and an amount', async () => {
    for (const userId of [undefined, reseller.id]) {
      expect((await validate({ userId, type: 'purchase', amount: 0.01 })).body).toEqual({ valid: true });
    }
  });

  test('the validation of a transaction refuses the account of another user [WAL-28][WAL-30]', async () => {
    const response = await validate({ userId: admin.id, type: 'purchase', amount: 1 });
    expect(response.status).toBe(422);
    expect(response.body.message).toBe('Erreur de validation interne');
  });

  test('the validation of a transaction requires a known type and an amount [WAL-29]', async () => {
    const wanting = [
      {},
      { type: 'purchase' },
      { amount: 1 },
      { type: '', amount: 1 },
      { type: null, amount: 1 },
      { type: 'purchase', amount: '' },
      { type: 'purchase', amount: null },
      { type: 'inconnu', amount: 1 },
    ];
    for (const body of wanting) {
      const response = await validate(body);
      expect(response.status).toBe(422);
      expect(response.body.message).toBe('Type et montant sont obligatoires');
    }
  });

  test('the validation of a transaction refuses an amount that is not above 0', async () => {
    for (const amount of [0, -1, 0.001, '5', [], {}]) {
      expect((await validate({ type: 'purchase', amount })).body.message).toBe(
        'Le montant doit être supérieur à 0',
      );
    }
  });
});

// After the audit above: the entries of this balance are written by hand.
test('a debit above 10,000,000 DA, which refunds can leave on a balance, takes exactly its amount', async () => {
  const price = 9_000_000;
  await query(
    `INSERT INTO ledger (user_id, type, amount, description, metadata)
     VALUES ($1, 'credit', 2400000000, 'Remboursement', '{"source": "freefire_refund"}')`,
    reseller.id,
  );
  const [bought] = await query(
    `INSERT INTO transactions (user_id, type, amount, description, balance_before, balance_after, status)
     VALUES ($1, 'purchase', $2, 'Achat', 0, 0, 'completed') RETURNING id::text`,
    reseller.id,
    price * 200,
  );
  const response = await debit({ transactionId: String(bought?.id), amount: 12_345_678.91 });
  expect([response.status, response.body]).toEqual([
    200,
    { success: true, newBalance: 11_654_421.09, debitedAmount: 12_345_678.91 },
  ]);
  for (const amount of [11_654_421.1, 99_999_999_999, 1e300])
    expect((await debit({ transactionId: String(bought?.id), amount })).body.code).toBe('BALANCE_SHORT');
  expect(await balanceOf(reseller)).toBe(1_165_442_109);
});
