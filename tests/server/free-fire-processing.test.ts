import { describe, expect, test } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { secondServer, testApp } from '../support/app.ts';
import { openEventStream } from '../support/events.ts';
import { tableFingerprints } from '../support/table-fingerprints.ts';
import { createUser, giveBalance, type TestUser, userOn } from '../support/users.ts';

const now = () => new Date('2026-03-02T11:00:00Z');
const { server, services, query } = await testApp({ services: { now } });
const other = await secondServer(services.db, { services: { now } });
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Ould' });
const colleague = userOn(other.server, await createUser(server, services, { role: 'admin' }));

const proof = 'https://exemple.dz/preuve.png';
const requestOf = async (id: string) =>
  (await query('SELECT * FROM free_fire_requests WHERE id = $1', id))[0];
const balanceOf = async ({ id }: TestUser) =>
  (await query('SELECT balance FROM users WHERE id = $1', id))[0]?.balance;

/** A reseller with 500 DA and a pending top-up of 150 DA. */
async function pending(balance = 500): Promise<{ reseller: TestUser; id: string }> {
  const reseller = await createUser(server, services, { balance });
  const { body } = await reseller.post('/api/free-fire/requests', {
    freeFireId: '12345678',
    offerId: 'ff_100_10',
    amount: 150,
  });
  return { reseller, id: body.requestId };
}
const validate = (id: string, body: object = { imageUrl: proof }, user = admin, key = '') =>
  user.post(`/api/free-fire/requests/${id}/validate`, body, key ? { 'idempotency-key': key } : {});
const refuse = (id: string, body: object = { note: 'ID inconnu' }, user = admin, key = '') =>
  user.post(`/api/free-fire/requests/${id}/refuse`, body, key ? { 'idempotency-key': key } : {});

describe('a validation', () => {
  test('the validation of a Free Fire request stores status, proof, time, note and administrator [FFA-28][FFA-33][PRM-25]', async () => {
    const { id } = await pending();
    const response = await validate(id, { imageUrl: ` ${proof} `, note: ' Fait ' });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      id,
      status: 'validated',
      imageUrl: proof,
      note: 'Fait',
      validatedAt: expect.any(String),
      refusedAt: null,
      processedBy: admin.id,
      processedByName: 'Nadia Ould',
    });
    expect(await requestOf(id)).toMatchObject({ status: 'validated', image_url: proof, note: 'Fait' });
  });

  test('the validation of a Free Fire request writes its history record [FFA-30][ENT-42][ENT-44]', async () => {
    const { reseller, id } = await pending();
    await validate(id);
    const { items } = (await reseller.get('/api/free-fire/history')).body;
    expect(items).toEqual([
      {
        id: expect.any(String),
        userId: reseller.id,
        playerId: '12345678',
        offerId: 'ff_100_10',
        offerName: '100 + 10 Diamants',
        price: 150,
        diamondsValue: 110,
        status: 'success',
        externalTransactionId: null,
        createdAt: expect.any(String),
        processedBy: admin.id,
        requestId: id,
      },
    ]);
  });

  test('the validation of a Free Fire request completes its transaction and marks the description [FFA-31][FFA-32]', async () => {
    const { id } = await pending();
    await validate(id);
    const request = await requestOf(id);
    expect(
      (await query('SELECT * FROM transactions WHERE id = $1', request?.transaction_id))[0],
    ).toMatchObject({
      status: 'completed',
      description: 'Recharge Free Fire 100 + 10 Diamants - ID 12345678 - Validée',
      processed_by: admin.id,
      processed_at: expect.any(String),
      completed_at: expect.any(String),
    });
  });

  test('the validation of a Free Fire request changes no balance and writes no ledger entry [FFA-34]', async () => {
    const { reseller, id } = await pending();
    const entries = () => query('SELECT id FROM ledger WHERE user_id = $1', reseller.id);
    const before = await entries();
    await validate(id);
    expect(await balanceOf(reseller)).toBe(35_000);
    expect(await entries()).toEqual(before);
  });

  test('an administrator can validate a Free Fire request without a note [FFA-25]', async () => {
    for (const body of [
      { imageUrl: proof },
      { imageUrl: proof, note: '' },
      { imageUrl: proof, note: null },
    ]) {
      const { id } = await pending();
      expect((await validate(id, body)).body).toMatchObject({ status: 'validated', note: null });
    }
  });

  test.each([
    undefined,
    null,
    '',
    '  ',
    'preuve.png',
    'javascript:alert(1)',
    'ftp://exemple.dz/a',
    'https://',
    7,
  ])(
    'the validation of a Free Fire request with the proof %j is refused with 422 and changes nothing [FFA-24]',
    async (imageUrl) => {
      const { id } = await pending();
      const before = await tableFingerprints(services.db);
      const response = await validate(id, { imageUrl });
      expect(response.status).toBe(422);
      expect(response.body.message).toBe("Veuillez fournir le lien de l'image de preuve");
      expect(await tableFingerprints(services.db)).toEqual(before);
    },
  );

  test('the validation of a Free Fire request changes nothing when its audit row cannot be written', async () => {
    const { id } = await pending();
    const before = await tableFingerprints(services.db);
    await services.db.query({ text: 'ALTER TABLE audit_trail RENAME TO away' });
    const response = await validate(id);
    await services.db.query({ text: 'ALTER TABLE away RENAME TO audit_trail' });
    expect(response.status).toBe(500);
    expect(await tableFingerprints(services.db)).toEqual(before);
  });
});

test('the decided Free Fire requests are listed by their decision, the last one first, whichever was asked first (AMB-43) [FFA-21]', async () => {
  const [first, second, third] = [(await pending()).id, (await pending()).id, (await pending()).id];
  await validate(third);
  await refuse(second);
  await validate(first);
  const { items } = (await admin.get('/api/free-fire/requests?status=processed&limit=3')).body;
  expect(items.map(({ id }: { id: string }) => id)).toEqual([first, second, third]);
});

describe('a refusal', () => {
  test('the refusal of a Free Fire request stores status, reason as the note, time and administrator [FFA-35][FFA-36]', async () => {
    const { id } = await pending();
    const response = await refuse(id, { note: ' ID inconnu ' });
    expect(response.body).toMatchObject({
      status: 'refused',
      note: 'ID inconnu',
      refusedAt: expect.any(String),
      validatedAt: null,
      imageUrl: null,
      processedBy: admin.id,
    });
    expect(await requestOf(id)).toMatchObject({ status: 'refused', note: 'ID inconnu' });
    expect(await query('SELECT id FROM free_fire_history WHERE request_id = $1', id)).toEqual([]);
  });

  test('the refusal of a Free Fire request credits the amount back with a ledger entry and no new transaction [FFA-37]', async () => {
    const { reseller, id } = await pending();
    const { transaction_id } = (await requestOf(id)) ?? {};
    const transactions = () =>
      query('SELECT * FROM transactions WHERE user_id = $1 ORDER BY id', reseller.id);
    const before = await transactions();
    await refuse(id);
    expect(await balanceOf(reseller)).toBe(50_000);
    const entries = await query('SELECT * FROM ledger WHERE transaction_id = $1 ORDER BY id', transaction_id);
    expect(entries).toHaveLength(2);
    expect(entries[1]).toMatchObject({
      user_id: reseller.id,
      type: 'credit',
      amount: 15_000,
      admin_id: admin.id,
      related_transaction_id: Number(id),
      balance_before: 35_000,
      balance_after: 50_000,
      metadata: { source: 'freefire_refund', validated: true },
    });
    expect(await transactions()).toEqual(before);
  });

  test('the refusal of a Free Fire request leaves its transaction pending [FFA-38]', async () => {
    const { id } = await pending();
    const { transaction_id } = (await requestOf(id)) ?? {};
    const transaction = async () =>
      (await query('SELECT * FROM transactions WHERE id = $1', transaction_id))[0];
    const before = await transaction();
    await refuse(id);
    expect(await transaction()).toEqual(before);
    expect(before).toMatchObject({ status: 'pending', completed_at: null });
  });

  test.each([undefined, null, '', ' \n'])(
    'the refusal of a Free Fire request with the reason %j is rejected and changes nothing [FFA-27]',
    async (note) => {
      const { id } = await pending();
      const before = await tableFingerprints(services.db);
      expect((await refuse(id, { note })).body).toEqual({
        code: 'REFUSAL_REASON_REQUIRED',
        message: 'Veuillez saisir une raison de refus',
      });
      expect(await tableFingerprints(services.db)).toEqual(before);
    },
  );

  test('the refusal of a Free Fire request refunds a reseller who has been deactivated since', async () => {
    const { reseller, id } = await pending();
    await admin.post(`/api/users/${reseller.id}/deactivate`);
    expect((await refuse(id)).status).toBe(200);
    expect(await balanceOf(reseller)).toBe(50_000);
  });

  test('the refusal of a Free Fire request refunds above a balance of 10,000,000 DA, where a recharge stays refused', async () => {
    const { reseller, id } = await pending(150);
    for (let n = 0; n < 10; n += 1) await giveBalance(services, reseller.id, 1_000_000);
    expect((await refuse(id)).status).toBe(200);
    expect(await balanceOf(reseller)).toBe(1_000_015_000);
    const more = await admin.post(`/api/users/${reseller.id}/recharge`, { amount: 1 });
    expect([more.status, more.body.message]).toEqual([409, 'Solde maximum atteint (10,000,000 DZD)']);
    // Such an account can spend like any other.
    const [first] = (await reseller.get('/api/ledger')).body.items;
    const { transactionId } = first;
    const taken = await admin.post(`/api/users/${reseller.id}/debit`, { transactionId, amount: 1 });
    expect(taken.body.newBalance).toBe(10_000_149);
    expect(await audit(services.db)).toEqual([]);
  });

  test('the refusal of a Free Fire request notifies the reseller with player and reason, and updates the screens of reseller and administrator [CNT-82]', async () => {
    const { reseller, id } = await pending();
    const own = await openEventStream(other.server, reseller.cookie);
    const office = await openEventStream(other.server, colleague.cookie);
    await Promise.all([own.next('refresh'), office.next('refresh')]);
    await refuse(id);
    // The event of the debit may still arrive.
    const waited = ['balance', 'requests', 'notification'] as const;
    await Promise.all([...waited.map((type) => own.next(type)), office.next('requests')]);
    own.close();
    office.close();
    const { items } = (await reseller.get('/api/notifications')).body;
    expect(items[0]).toMatchObject({
      type: 'balance_credited',
      title: 'Demande Free Fire refusée',
      message: '100 + 10 Diamants pour 12345678 (ID inconnu) : 150 DZD ont été remboursés',
    });
  });

  test('the refusal of a Free Fire request refunds even when its notification cannot be written', async () => {
    const { reseller, id } = await pending();
    await services.db.query({ text: 'ALTER TABLE notifications RENAME TO away' });
    const response = await refuse(id);
    await services.db.query({ text: 'ALTER TABLE away RENAME TO notifications' });
    expect(response.body.status).toBe('refused');
    expect(await balanceOf(reseller)).toBe(50_000);
  });
});

describe('a decision', () => {
  test('a Free Fire request that is processed can be neither validated nor refused again: each attempt gets 409 [FFA-29]', async () => {
    const [validated, refused] = [await pending(), await pending()];
    await validate(validated.id);
    await refuse(refused.id);
    const before = await tableFingerprints(services.db);
    for (const response of [
      await validate(validated.id),
      await refuse(validated.id),
      await validate(refused.id),
      await refuse(refused.id),
    ]) {
      expect(response.status).toBe(409);
      expect(response.body.message).toBe('Cette demande a déjà été traitée');
    }
    expect(await tableFingerprints(services.db)).toEqual(before);
  });

  test.each(['0', '999999999', 'abc', '00000000-0000-4000-8000-000000000001'])(
    'an administrator who validates or refuses a Free Fire request with the unknown id %s gets 404',
    async (id) => {
      for (const response of [await validate(id), await refuse(id)]) {
        expect(response.status).toBe(404);
        expect(response.body.message).toBe('Demande introuvable');
      }
    },
  );

  test('a reseller can neither validate nor refuse their own Free Fire request, which stays pending [PRM-25]', async () => {
    const { reseller, id } = await pending();
    expect((await validate(id, {}, reseller)).status).toBe(403);
    expect((await refuse(id, {}, reseller)).status).toBe(403);
    expect(await requestOf(id)).toMatchObject({ status: 'pending' });
  });
});

describe('the same key again', () => {
  test('a validation or refusal repeated under one idempotency key is done once and gets the same response each time', async () => {
    for (const process of [validate, refuse]) {
      const { reseller, id } = await pending();
      const key = `cle-${id}`;
      const body = process === validate ? { imageUrl: proof } : { note: 'Non' };
      const responses = await Promise.all([1, 2, 3].map(() => process(id, body, admin, key)));
      responses.push(await process(id, body, admin, key));
      for (const response of responses) {
        expect(response.status).toBe(200);
        expect(response.body).toEqual(responses[0]?.body);
      }
      expect(await balanceOf(reseller)).toBe(process === refuse ? 50_000 : 35_000);
    }
  });

  test('an idempotency key of one refusal is refused for another Free Fire request, which stays pending', async () => {
    const [one, two] = [await pending(), await pending()];
    await refuse(one.id, { note: 'Non' }, admin, 'prise');
    expect((await refuse(two.id, { note: 'Non' }, admin, 'prise')).body.code).toBe('KEY_REUSED');
    expect(await requestOf(two.id)).toMatchObject({ status: 'pending' });
  });
});

test('the audit trail records the validation and the refusal of a Free Fire request: who, what, before, after', async () => {
  const [one, two] = [await pending(), await pending()];
  await validate(one.id, { imageUrl: proof, note: 'Fait' });
  await refuse(two.id, { note: 'Non' });
  const trail = (id: string) =>
    query(`SELECT * FROM audit_trail WHERE subject_type = 'free-fire-request' AND subject_id = $1`, id);
  expect(await trail(one.id)).toMatchObject([
    {
      actor_id: admin.id,
      action: 'free-fire.validate',
      before: { status: 'pending' },
      after: { status: 'validated', imageUrl: proof, note: 'Fait' },
    },
  ]);
  expect(await trail(two.id)).toMatchObject([
    {
      actor_id: admin.id,
      action: 'free-fire.refuse',
      before: { status: 'pending' },
      after: { status: 'refused', note: 'Non', refunded: 150 },
    },
  ]);
});

test('after Free Fire requests were validated and refused, the audit finds no discrepancy', async () => {
  expect(await audit(services.db)).toEqual([]);
});
