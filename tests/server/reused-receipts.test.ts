import { randomInt } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { testApp } from '../support/app.ts';
import { servingDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { digits, random } from '../support/random.ts';
import { receiptOf } from '../support/receipts.ts';
import { holdRows } from '../support/row-locks.ts';
import { balanceOf, call, createUser, type TestUser } from '../support/users.ts';

/* A receipt or a reference that was credited before: what recognises it, and the question before it is credited again. */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const path = '/api/recharge-requests';

const request = async (more: object = {}, user?: TestUser) => {
  const owner = user ?? (await createUser(server, services));
  const { body } = await owner.post(path, { amount: randomInt(100, 10_000), method: 'ccp', ...more });
  return { id: body.id as string, owner, body };
};
const send = (id: string, content: Buffer, user: TestUser) =>
  call(
    server,
    {
      method: 'PUT',
      url: `${path}/${id}/proof`,
      payload: content,
      headers: { 'content-type': 'image/jpeg' },
    },
    user.cookie,
  );
const approve = (id: string, body: object = {}) => admin.post(`${path}/${id}/approve`, body);
const warningsOf = async (id: string) =>
  ((await admin.get(`${path}/${id}`)).body.warnings ?? []) as { kind: string; requestId: string }[];

describe('a receipt or reference that was credited before', () => {
  test('the approval of a request whose reference is that of an approved one is refused once with the number and amount of that one, and done when confirmed [DSK-100]', async () => {
    const reference = digits(12);
    const first = await request({ reference, amount: 4_500 });
    const second = await request({ reference, amount: 4_500 });
    expect((await approve(first.id)).status).toBe(200);
    const refused = await approve(second.id);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'RECEIPT_REUSED',
      request: Number(first.id),
      amount: 4_500,
    });
    expect(await balanceOf(second.owner)).toBe(0);
    expect((await approve(second.id, { confirmReused: true })).status).toBe(200);
    expect(await balanceOf(second.owner)).toBe(4_500);
  });

  test('the first of two requests with one reference asks too when the second one was approved before it [DSK-100]', async () => {
    const reference = digits(12);
    const first = await request({ reference });
    const second = await request({ reference });
    expect(await warningsOf(first.id)).toEqual([]);
    expect((await approve(second.id)).status).toBe(200);
    expect(await warningsOf(first.id)).toMatchObject([
      { kind: 'reference', requestId: second.id, status: 'approved' },
    ]);
    expect((await approve(first.id)).body.code).toBe('RECEIPT_REUSED');
  });

  test('two administrators who approve two requests with one reference at the same moment credit one of them, and the other asks [DSK-100]', async () => {
    const other = await createUser(server, services, { role: 'admin' });
    for (let n = 0; n < 10; n += 1) {
      const reference = digits(12);
      const [one, two] = [await request({ reference }), await request({ reference })];
      const answers = await Promise.all([approve(one.id), other.post(`${path}/${two.id}/approve`, {})]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  test('five pending requests with one reference, file or receipt do not hide the one that was credited before or after them [DSK-100]', async () => {
    const withPhoto = (content: () => Promise<Buffer>) => async () => {
      const sent = await request();
      expect((await send(sent.id, await content(), sent.owner)).status).toBe(200);
      return sent;
    };
    const sameReference = () => {
      const reference = digits(12);
      return () => request({ reference });
    };
    const sameFile = async () => {
      const photo = await receiptOf({ reference: digits(14) });
      return withPhoto(async () => photo);
    };
    const sameReceipt = async () => {
      const photo = await receiptOf({ reference: digits(14) });
      let quality = 60;
      return withPhoto(() => sharp(photo).jpeg({ quality: quality++ }).toBuffer());
    };
    for (const [index, [way, isBefore]] of (
      [
        [sameReference, true],
        [sameFile, false],
        [sameReceipt, true],
        [sameReceipt, false],
      ] as const
    ).entries()) {
      const create = await way();
      const first = await create();
      if (isBefore) expect((await approve(first.id)).status).toBe(200);
      for (let n = 0; n < 4; n += 1) await create();
      const last = await create();
      if (!isBefore) expect((await approve(first.id)).status).toBe(200);
      const refused = await approve(last.id);
      expect([index, refused.status, refused.body.request]).toEqual([index, 409, Number(first.id)]);
      expect((await warningsOf(last.id)).map(({ requestId }) => requestId)).toContain(first.id);
    }
  });

  // Turned red by: an approved request that counts as credited after a correction has taken all of it back.
  test('a request like one whose recharge was taken back whole is approved without a question, like one corrected in part with what was kept [DSK-100]', async () => {
    const takeBack = async (id: string, amount: number) => {
      const { userId, transactionId } = (await admin.get(`${path}/${id}`)).body;
      const debit = { amount, transactionId, description: 'Virement non reçu' };
      expect((await admin.post(`/api/users/${userId}/debit`, debit)).status).toBe(200);
    };
    const reference = digits(12);
    const first = await request({ reference, amount: 4_500 });
    expect((await approve(first.id)).status).toBe(200);
    await takeBack(first.id, 500);
    const second = await request({ reference, amount: 4_500 });
    expect((await approve(second.id)).body).toMatchObject({
      code: 'RECEIPT_REUSED',
      request: Number(first.id),
      amount: 4_000,
    });
    await takeBack(first.id, 4_000);
    expect((await approve(second.id)).status).toBe(200);
    const third = await request({ reference, amount: 4_500 });
    expect((await approve(third.id)).body).toMatchObject({
      code: 'RECEIPT_REUSED',
      request: Number(second.id),
    });
  });

  // Turned red by: a confirmation that counts whatever was credited since the two requests were shown.
  test('an approval that is confirmed beside one credited request asks again when another one of that receipt was credited meanwhile [DSK-100]', async () => {
    const reference = digits(12);
    const [first, second, third] = [
      await request({ reference }),
      await request({ reference }),
      await request({ reference, amount: 3_300 }),
    ];
    expect((await approve(first.id)).status).toBe(200);
    expect((await approve(second.id)).body.request).toBe(Number(first.id));
    const beside = ({ id }: { id: string }) => ({ confirmReused: true, comparedWith: id });
    expect((await approve(third.id, beside(first))).status).toBe(200);
    const refused = await approve(second.id, beside(first));
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'RECEIPT_REUSED', request: Number(third.id), amount: 3_300 },
    ]);
    expect(await balanceOf(second.owner)).toBe(0);
    expect((await approve(second.id, beside(third))).status).toBe(200);
  });

  test('a request of the same amount, or like a rejected or pending one, is approved without a question [DSK-100]', async () => {
    const user = await createUser(server, services);
    const amount = randomInt(100, 10_000);
    const first = await request({ amount }, user);
    const second = await request({ amount }, user);
    expect((await approve(first.id)).status).toBe(200);
    expect((await approve(second.id)).status).toBe(200);
    const reference = digits(12);
    const rejected = await request({ reference });
    await admin.post(`${path}/${rejected.id}/reject`, { reason: 'Reçu illisible' });
    await request({ reference });
    expect((await approve((await request({ reference })).id)).status).toBe(200);
  });
});

describe('references', () => {
  test.each([
    ['8841220177 4519', 'Ref: 8841-2201-7745-19'],
    ['884122017746', 'N° 8841 2201 7746'],
    ['000123456', 'BDM 00123456'],
  ])('the reference %s is recognised when it is written %s [DSK-101]', async (one, other) => {
    const first = await request({ reference: one });
    const second = await request({ reference: other });
    expect(await warningsOf(second.id)).toMatchObject([{ kind: 'reference', requestId: first.id }]);
  });

  test('references with fewer than six digits are compared by their letters too [DSK-101]', async () => {
    const first = await request({ reference: 'CCP 12345' });
    expect(await warningsOf((await request({ reference: 'BDM 12345' })).id)).toEqual([]);
    expect(await warningsOf((await request({ reference: 'ccp-12345' })).id)).toMatchObject([
      { requestId: first.id },
    ]);
  });
});

describe('a photo of a receipt that was sent before', () => {
  const figures = { amount: '5 000,00 DA', reference: '88412201774519', moment: '26/11/2026 14:22' };
  let photo: Buffer;
  beforeAll(async () => {
    photo = await receiptOf(figures);
    const sent = await request();
    expect((await send(sent.id, photo, sent.owner)).status).toBe(200);
  });
  const recognised = async (content: Buffer) => {
    const sent = await request();
    expect((await send(sent.id, content, sent.owner)).status).toBe(200);
    return (await warningsOf(sent.id)).some(({ kind }) => kind === 'picture');
  };
  const jpeg = (picture: Sharp) => picture.jpeg({ quality: 75 }).toBuffer();

  test.each<[string, () => Promise<Buffer>]>([
    [
      'with its bars cut off',
      () => jpeg(sharp(photo).extract({ left: 0, top: 70, width: 740, height: 1_400 })),
    ],
    ...[-2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2].map((degrees): [string, () => Promise<Buffer>] => [
      `tilted by ${degrees}°`,
      () => jpeg(sharp(photo).rotate(degrees, { background: '#ffffff' })),
    ]),
    ['turned by 90°', () => jpeg(sharp(photo).rotate(90))],
    ['turned by 180°', () => jpeg(sharp(photo).rotate(180))],
    ['turned by 270°', () => jpeg(sharp(photo).rotate(270))],
    ['under another status bar', () => receiptOf({ ...figures, clock: '09:58' })],
  ])('a receipt %s is recognised [DSK-102]', async (_, changed) => {
    expect(await recognised(await changed())).toBe(true);
  });

  test('receipts of the same application with other figures, upright or tilted, are not taken for it [DSK-102]', async () => {
    // The same ones each time: few digits in common make two photos differ by little, and the comparison is an estimate.
    const rng = random(1);
    const drawn = (length: number) => Array.from({ length }, () => rng.between(0, 9)).join('');
    for (let n = 0; n < 12; n += 1) {
      const other = await receiptOf({
        amount: `${rng.between(1, 9)} ${drawn(3)},00 DA`,
        reference: drawn(14),
        moment: `26/11/2026 ${rng.between(10, 23)}:${rng.between(10, 59)}`,
      });
      const tilted = await jpeg(sharp(other).rotate((n % 5) - 2, { background: '#ffffff' }));
      expect(await recognised(n < 6 ? other : tilted)).toBe(false);
    }
  });

  test('a photo that was stored before its lines were read is read by a job, and its pending request is warned of [DSK-102]', async () => {
    const sent = await request();
    await send(sent.id, await jpeg(sharp(photo).rotate(90)), sent.owner);
    await query('DELETE FROM recharge_proof_lines WHERE request_id = $1', sent.id);
    await query('DELETE FROM recharge_warnings WHERE request_id = $1', sent.id);
    expect(await warningsOf(sent.id)).toEqual([]);
    await runJobs({ ...services, db: servingDatabase(services.db) });
    expect((await warningsOf(sent.id))[0]).toMatchObject({ kind: 'picture' });
  });
});

describe('the photo of a request', () => {
  test('a photo that was announced and has not arrived is missing for its reseller and for administrators until it is sent [DSK-103]', async () => {
    const { id, owner, body } = await request({ photoAnnounced: true });
    expect(body.photoMissing).toBe(true);
    const listed = (await admin.get(`${path}?status=pending`)).body.items;
    expect(listed.find((one: { id: string }) => one.id === id).photoMissing).toBe(true);
    await send(id, await receiptOf({ reference: digits(14) }), owner);
    expect((await owner.get(`${path}/${id}`)).body).not.toHaveProperty('photoMissing');
    expect((await request()).body).not.toHaveProperty('photoMissing');
  });

  test('a photo is replaced while its request is pending: the new one is read and compared, and it is refused afterwards [DSK-104]', async () => {
    const used = await receiptOf({ reference: digits(14) });
    const first = await request();
    await send(first.id, used, first.owner);
    const { id, owner } = await request();
    await send(id, used, owner);
    expect(await warningsOf(id)).toMatchObject([{ kind: 'file', requestId: first.id }]);
    expect((await send(id, await receiptOf({ reference: digits(14) }), owner)).status).toBe(200);
    expect(await warningsOf(id)).toEqual([]);
    const { paymentProof } = (await admin.get(`${path}/${id}`)).body;
    expect(paymentProof).toBe(`${path}/${id}/proof?photo=2`);
    const read = await server.inject({ method: 'GET', url: paymentProof, headers: { cookie: admin.cookie } });
    expect(read.statusCode).toBe(200);
    await send(id, used, owner);
    expect(await warningsOf(id)).toMatchObject([{ kind: 'file', requestId: first.id }]);
    await admin.post(`${path}/${id}/reject`, { reason: 'Reçu illisible' });
    const late = await send(id, await receiptOf({ reference: digits(14) }), owner);
    expect(late.body.code).toBe('REQUEST_PROCESSED');
  });

  // Turned red by: an approval of whatever photo is stored, though the administrator saw the one before.
  test('an approval and a rejection name the photo that was shown: one that was sent or has replaced it meanwhile is looked at first [DSK-104]', async () => {
    const { id, owner } = await request();
    const rejected = (paymentProof: string | null) =>
      admin.post(`${path}/${id}/reject`, { reason: 'Reçu illisible', paymentProof });
    const approved = async (paymentProof: string | null) => approve(id, { paymentProof });
    const changed = { status: 409, body: { code: 'RECEIPT_CHANGED' } };
    await send(id, await receiptOf({ reference: digits(14) }), owner);
    expect(await approved(null)).toMatchObject(changed);
    expect(await rejected(null)).toMatchObject(changed);
    const shown = (await admin.get(`${path}/${id}`)).body.paymentProof;
    await send(id, await receiptOf({ reference: digits(14) }), owner);
    expect(await approved(shown)).toMatchObject(changed);
    expect(await rejected(shown)).toMatchObject(changed);
    const { status, paymentProof } = (await admin.get(`${path}/${id}`)).body;
    expect(status).toBe('pending');
    expect(await approved(paymentProof)).toMatchObject({ status: 200, body: { status: 'approved' } });
    const withoutPhoto = await request();
    expect((await approve(withoutPhoto.id, { paymentProof: null })).status).toBe(200);
    const illegible = await request();
    await send(illegible.id, await receiptOf({ reference: digits(14) }), illegible.owner);
    const seen = (await admin.get(`${path}/${illegible.id}`)).body.paymentProof;
    const body = { reason: 'Reçu illisible', paymentProof: seen };
    expect((await admin.post(`${path}/${illegible.id}/reject`, body)).body.status).toBe('rejected');
  });

  test('a photo that is sent again while another one replaces it is refused with UNAVAILABLE, and taken at the next attempt [DSK-104]', async () => {
    const [one, two] = [
      await receiptOf({ reference: digits(14) }),
      await receiptOf({ reference: digits(14) }),
    ];
    const { id, owner } = await request();
    await send(id, one, owner);
    const held = await holdRows(
      services.db,
      'SELECT FROM recharge_requests WHERE id = $1 FOR UPDATE',
      Number(id),
    );
    const replaced = send(id, two, owner);
    await eventually(async () => (await held.waiting()) === 1);
    const again = send(id, one, owner);
    await eventually(async () => (await held.waiting()) === 2);
    await held.release();
    expect((await replaced).status).toBe(200);
    expect([(await again).status, (await again).body.code]).toEqual([503, 'UNAVAILABLE']);
    expect((await send(id, one, owner)).status).toBe(200);
  });

  test('a screenshot of 1080 x 9000 pixels is kept at least 450 pixels wide [DSK-105]', async () => {
    const tall = await sharp({ create: { width: 1_080, height: 9_000, channels: 3, background: '#ffffff' } })
      .jpeg()
      .toBuffer();
    const { id, owner } = await request();
    const { body } = await send(id, tall, owner);
    expect(body.width).toBeGreaterThanOrEqual(450);
    expect(body.width * body.height).toBeLessThanOrEqual(1_930_000);
  });
});
