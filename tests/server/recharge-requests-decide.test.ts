import pino from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { type Alert, onAlert } from '../../server/src/modules/alerts/raise-alert.ts';
import { secondServer, testApp } from '../support/app.ts';
import { createUser, type TestUser, userOn } from '../support/users.ts';

const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Haddad' });
const path = '/api/recharge-requests';

const balanceOf = async (user: TestUser) =>
  (await query('SELECT balance FROM users WHERE id = $1', user.id))[0]?.balance;
const historyOf = async (id: string) =>
  query(
    'SELECT action, admin_id, details, transaction_id FROM recharge_history WHERE request_id = $1 ORDER BY id',
    id,
  );
const notificationsOf = async (user: TestUser) =>
  query('SELECT type, message FROM notifications WHERE user_id = $1 ORDER BY id', user.id);

let reseller: TestUser;
let id: string;
const request = async (user: TestUser, amount = 500): Promise<string> =>
  (await user.post(path, { amount, method: 'baridimob' })).body.id;
beforeEach(async () => {
  reseller = await createUser(server, services, { balance: 100 });
  id = await request(reseller);
});
const approve = (body: object = {}, headers?: Record<string, string>) =>
  admin.post(`${path}/${id}/approve`, body, headers);
const reject = (body: object = { reason: 'Illisible' }) => admin.post(`${path}/${id}/reject`, body);

describe('approval', () => {
  test('the approval of a recharge request credits the balance and records the reason, the administrator and the time [RRQ-23][RRQ-24][RRQ-25][RRQ-30][RRQ-31][PRM-22]', async () => {
    const response = await approve({ note: 'Versement vu' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      status: 'approved',
      processedBy: admin.id,
      processedAt: expect.any(String),
      transactionId: expect.stringMatching(/^\d+$/),
    });
    expect(await balanceOf(reseller)).toBe(60_000);
    const { transactionId } = response.body;
    expect(
      await query(
        'SELECT type, method, amount, reason, admin_id FROM transactions WHERE id = $1',
        transactionId,
      ),
    ).toEqual([
      {
        type: 'recharge',
        method: 'manual_admin',
        amount: 50_000,
        reason: `Recharge approuvée - Demande #${id}`,
        admin_id: admin.id,
      },
    ]);
    expect(await query('SELECT transaction_id FROM recharge_requests WHERE id = $1', id)).toEqual([
      { transaction_id: Number(transactionId) },
    ]);
    expect((await historyOf(id)).at(-1)).toEqual({
      action: 'approved',
      admin_id: admin.id,
      details: 'Versement vu',
      transaction_id: Number(transactionId),
    });
  });

  test('the approval of a recharge request keeps its note, or the default note [RRQ-26][RRQ-27]', async () => {
    expect((await approve({ note: 'Versement vu' })).body.notes).toBe('Versement vu');
    id = await request(reseller);
    expect((await approve()).body.notes).toBe('Demande approuvée et solde crédité');
    expect(await query('SELECT notes FROM recharge_requests WHERE id = $1', id)).toEqual([
      { notes: 'Demande approuvée et solde crédité' },
    ]);
  });

  test('the approval of a recharge request with a note of its own keeps the reseller’s note as his, for him, the administrator and the export', async () => {
    const sent = { amount: 500, method: 'ccp', notes: 'Reçu 1789' };
    id = (await reseller.post(path, sent)).body.id;
    const ofReseller = { notes: 'Reçu 1789', resellerNote: 'Reçu 1789' };
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject(ofReseller);
    const both = { notes: 'X', resellerNote: 'Reçu 1789', approvalNote: 'X' };
    expect((await approve({ note: 'X' })).body).toMatchObject(both);
    expect((await reseller.get(path)).body.items[0]).toMatchObject(both);
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject(both);
    expect((await admin.post('/api/exports/recharge-requests', {})).text).toMatch(/;Reçu 1789;X;/);
    // A request without a note has only the administrator's.
    id = await request(reseller);
    expect((await approve({ note: 'Y' })).body).toMatchObject({ approvalNote: 'Y' });
    expect((await reseller.get(path)).body.items[0]).not.toHaveProperty('resellerNote');
  });

  test('the approval of a recharge request writes two notifications to its owner and one audit row', async () => {
    await approve();
    expect(await notificationsOf(reseller)).toEqual([
      { type: 'balance_credited', message: 'Votre solde a été crédité de 500 DZD' },
      { type: 'recharge_approved', message: 'Votre demande de recharge de 500 DZD a été approuvée' },
    ]);
    const trail = await query('SELECT action, actor_id, after FROM audit_trail WHERE subject_id = $1', id);
    expect(trail).toEqual([
      {
        action: 'recharge-request.approve',
        actor_id: admin.id,
        after: expect.objectContaining({ amount: 500 }),
      },
    ]);
  });

  test('the approval of a recharge request is kept when its owner cannot be notified [RRQ-32]', async () => {
    await query(`ALTER TABLE notifications ADD CONSTRAINT broken CHECK (false) NOT VALID`);
    const response = await approve();
    await services.db.query({ text: 'ALTER TABLE notifications DROP CONSTRAINT broken' });
    expect(response.status).toBe(200);
    expect(await balanceOf(reseller)).toBe(60_000);
    expect(await notificationsOf(reseller)).toEqual([]);
  });

  test('the approval of a recharge request is rolled back whole when one of its writes fails [RRQ-29]', async () => {
    await query(`ALTER TABLE recharge_history ADD CONSTRAINT broken CHECK (action <> 'approved') NOT VALID`);
    const response = await approve();
    await services.db.query({ text: 'ALTER TABLE recharge_history DROP CONSTRAINT broken' });
    expect(response.status).toBe(500);
    expect(await balanceOf(reseller)).toBe(10_000);
    expect(await query('SELECT status FROM recharge_requests WHERE id = $1', id)).toEqual([
      { status: 'pending' },
    ]);
    expect(await query('SELECT count(*) FROM ledger WHERE user_id = $1', reseller.id)).toEqual([
      { count: 1 },
    ]);
  });

  test('five concurrent approvals of a recharge request with the same key get the same response and credit once', async () => {
    const key = { 'idempotency-key': `approve-${id}` };
    const responses = await Promise.all(Array.from({ length: 5 }, () => approve({}, key)));
    for (const response of responses) expect(response.body).toEqual(responses[0]?.body);
    expect(await balanceOf(reseller)).toBe(60_000);
    expect((await approve({ note: 'autre' }, key)).body.code).toBe('KEY_REUSED');
  });

  test('the approval of a recharge request of a deactivated account is refused, and the request stays pending', async () => {
    await admin.post(`/api/users/${reseller.id}/deactivate`);
    const response = await approve();
    expect(response.body.message).toBe('Le compte doit être activé pour recevoir des recharges');
    expect(await query('SELECT status FROM recharge_requests WHERE id = $1', id)).toEqual([
      { status: 'pending' },
    ]);
  });
});

describe('rejection', () => {
  test('the rejection of a recharge request stores its reason and moves no balance [RRQ-35][RRQ-36][RRQ-39]', async () => {
    const response = await reject({ reason: 'Preuve illisible' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      status: 'rejected',
      rejectionReason: 'Preuve illisible',
      processedBy: admin.id,
      processedAt: expect.any(String),
      transactionId: null,
    });
    expect(await query('SELECT status, rejection_reason FROM recharge_requests WHERE id = $1', id)).toEqual([
      { status: 'rejected', rejection_reason: 'Preuve illisible' },
    ]);
    expect(await balanceOf(reseller)).toBe(10_000);
    expect((await historyOf(id)).at(-1)).toMatchObject({
      action: 'rejected',
      admin_id: admin.id,
      details: 'Demande rejetée : Preuve illisible',
    });
    expect(await notificationsOf(reseller)).toEqual([
      {
        type: 'recharge_rejected',
        message: 'Votre demande de recharge de 500 DZD a été rejetée : Preuve illisible',
      },
    ]);
    expect(await query('SELECT action FROM audit_trail WHERE subject_id = $1', id)).toEqual([
      { action: 'recharge-request.reject' },
    ]);
  });

  test('the rejection of a recharge request is rolled back whole when a write fails, and that raises an error alert [RRQ-38][RRQ-40]', async () => {
    const alerts: Alert[] = [];
    const stop = onAlert((alert) => alerts.push(alert));
    await query(`ALTER TABLE recharge_history ADD CONSTRAINT broken CHECK (action <> 'rejected') NOT VALID`);
    const response = await reject();
    await services.db.query({ text: 'ALTER TABLE recharge_history DROP CONSTRAINT broken' });
    expect(response.status).toBe(500);
    expect(await query('SELECT status FROM recharge_requests WHERE id = $1', id)).toEqual([
      { status: 'pending' },
    ]);
    expect(alerts).toEqual([
      expect.objectContaining({
        type: 'error',
        priority: 'high',
        title: 'Erreur de rejet',
        data: { requestId: id, adminId: admin.id },
      }),
    ]);
    await reject();
    expect((await reject()).status).toBe(409);
    expect(alerts.at(-1)?.message).toBe('Cette demande a déjà été traitée');
    stop();
  });

  test('a second rejection of a recharge request is logged as an ordinary refusal, not as an error', async () => {
    const levels: string[] = [];
    const log = pino(
      { level: 'info', formatters: { level: (label) => ({ level: label }) } },
      { write: (line: string) => void levels.push(JSON.parse(line)) },
    );
    const logging = await secondServer(services.db, { services: { log } });
    await reject();
    expect((await userOn(logging.server, admin).post(`${path}/${id}/reject`, { reason: 'x' })).status).toBe(
      409,
    );
    expect(levels.filter((line) => (line as unknown as { alert?: unknown }).alert)).toMatchObject([
      { level: 'info', alert: { title: 'Erreur de rejet' } },
    ]);
  });
});

describe('cancellation', () => {
  test('a recharge request is cancelled by its owner; another reseller or an administrator gets 403 [RRQ-42][RRQ-44][RRQ-46][PRM-07]', async () => {
    const other = await createUser(server, services);
    for (const otherUser of [other, admin]) {
      const response = await otherUser.post(`${path}/${id}/cancel`);
      expect(response.status).toBe(403);
      expect(response.body.message).toBe('Vous ne pouvez annuler que vos propres demandes');
    }
    expect(await query('SELECT status FROM recharge_requests WHERE id = $1', id)).toEqual([
      { status: 'pending' },
    ]);
    const cancelled = await reseller.post(`${path}/${id}/cancel`);
    expect(cancelled.body.status).toBe('cancelled');
    expect(await query('SELECT status FROM recharge_requests WHERE id = $1', id)).toEqual([
      { status: 'cancelled' },
    ]);
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(['created', 'cancelled']);
  });

  test('the cancellation of another account’s approved recharge request is refused for the account, not for the status', async () => {
    await approve();
    const other = await createUser(server, services);
    const response = await other.post(`${path}/${id}/cancel`);
    expect([response.status, response.body.message]).toEqual([
      403,
      'Vous ne pouvez annuler que vos propres demandes',
    ]);
  });

  test('a recharge request can be cancelled only while it is pending [RRQ-43]', async () => {
    await approve();
    const response = await reseller.post(`${path}/${id}/cancel`);
    expect(response.status).toBe(409);
    expect(response.body.message).toBe('Seules les demandes en attente peuvent être annulées');
  });

  test('the cancellation of a recharge request is rolled back whole when one of its writes fails [RRQ-45]', async () => {
    await query(`ALTER TABLE recharge_history ADD CONSTRAINT broken CHECK (action <> 'cancelled') NOT VALID`);
    const response = await reseller.post(`${path}/${id}/cancel`);
    await services.db.query({ text: 'ALTER TABLE recharge_history DROP CONSTRAINT broken' });
    expect(response.status).toBe(500);
    expect(await query('SELECT status FROM recharge_requests WHERE id = $1', id)).toEqual([
      { status: 'pending' },
    ]);
  });
});

describe('a decision is refused', () => {
  test('the approval, rejection and cancellation of a recharge request name the parameter that is missing [RRQ-19][RRQ-33][RRQ-41]', async () => {
    expect((await admin.post(`${path}/%20/approve`)).body.message).toBe('ID de demande et admin requis');
    expect((await approve({ adminId: ' ' })).body.message).toBe('ID de demande et admin requis');
    for (const reason of [undefined, null, '', '  ']) {
      expect((await reject({ reason })).body.message).toBe('ID de demande, admin et raison requis');
    }
    expect((await reject({ adminId: '', reason: 'x' })).body.message).toBe(
      'ID de demande, admin et raison requis',
    );
    const cancel = await reseller.post(`${path}/${id}/cancel`, { userId: '' });
    expect(cancel.body.message).toBe('ID de demande et utilisateur requis');
    expect((await reseller.post(`${path}/%20/cancel`)).body.message).toBe(
      'ID de demande et utilisateur requis',
    );
  });

  test('a reseller can neither approve nor reject a recharge request [RRQ-20][RRQ-34]', async () => {
    const approval = await reseller.post(`${path}/${id}/approve`);
    expect(approval.status).toBe(403);
    expect(approval.body.message).toBe('Seuls les administrateurs peuvent approuver les demandes');
    const rejection = await reseller.post(`${path}/${id}/reject`, { reason: 'x' });
    expect(rejection.status).toBe(403);
    expect(rejection.body.message).toBe('Seuls les administrateurs peuvent rejeter les demandes');
  });

  test('the approval, rejection or cancellation of a recharge request that does not exist gets 404 [RRQ-21]', async () => {
    for (const unknown of ['999999', 'abc', '-1', '99999999999999999999']) {
      for (const action of ['approve', 'reject', 'cancel']) {
        const response = await admin.post(`${path}/${unknown}/${action}`, { reason: 'x' });
        expect(response.status).toBe(404);
        expect(response.body.message).toBe('Demande introuvable');
      }
    }
  });

  test('the approval or rejection of an approved recharge request is refused with 409 and credits nothing more [RRQ-22]', async () => {
    await approve();
    const again = [await approve(), await reject()];
    for (const response of again) {
      expect(response.status).toBe(409);
      expect(response.body.message).toBe('Cette demande a déjà été traitée');
    }
    expect(await balanceOf(reseller)).toBe(60_000);
  });

  test('the approval of a recharge request in the name of another administrator is refused', async () => {
    const other = await createUser(server, services, { role: 'admin' });
    expect((await approve({ adminId: other.id })).status).toBe(403);
    expect((await approve({ adminId: admin.id })).status).toBe(200);
  });
});

test('after recharge requests were decided, the audit finds no discrepancy', async () => {
  expect(await audit(services.db)).toEqual([]);
});
