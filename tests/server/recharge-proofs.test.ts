import { randomInt } from 'node:crypto';
import { proofLimits } from '@almas/contract/limits';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { receiptPicture } from '../../server/src/demo/receipt-picture.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { testApp } from '../support/app.ts';
import { servingDatabase } from '../support/database.ts';
import { digits } from '../support/random.ts';
import { call, createUser, type TestUser } from '../support/users.ts';

/* The photo and the reference of a transfer, sent with a recharge request, and the warnings for administrators. */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const path = '/api/recharge-requests';

let reseller: TestUser;
beforeEach(async () => {
  reseller = await createUser(server, services);
});

/** Creates a photo of a receipt that is different from all others. */
const receipt = (layout = randomInt(5)) =>
  receiptPicture({ layout, lines: ['12/11/2026', digits(10), digits(12), `${digits(4)},00`, digits(8)] });

/**
 * A photo of 9 x 8 grey squares, each darker than its left neighbour. In `raised` rows one square is lighter than its left neighbour:
 * each changes one bit of the difference hash, and too little to be another picture.
 */
function greySquares(raised: number): Promise<Buffer> {
  const side = 80;
  const [width, height] = [9 * side, 8 * side];
  const grey = Buffer.alloc(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [column, line] = [Math.floor(x / side), Math.floor(y / side)];
      grey[y * width + x] = 150 - 4 * column + (column === 4 && line < raised ? 8 : 0);
    }
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** A segment of EXIF that holds a text, as an application may add it to a photo without decoding it. */
const exifSegment = (text: string) => {
  const content = Buffer.from(`Exif\0\0${text}`, 'latin1');
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2]);
  return Buffer.concat([head, content]);
};

const requestRecharge = async (user = reseller, more: object = {}): Promise<string> =>
  (await user.post(path, { amount: randomInt(100, 10_000), method: 'ccp', ...more })).body.id;
const send = (id: string, content: Buffer, user = reseller, type = 'image/jpeg') =>
  call(
    server,
    { method: 'PUT', url: `${path}/${id}/proof`, payload: content, headers: { 'content-type': type } },
    user.cookie,
  );
const photoOf = (id: string, user: TestUser) =>
  server.inject({ method: 'GET', url: `${path}/${id}/proof`, headers: { cookie: user.cookie } });
const warningsOf = async (id: string) =>
  ((await admin.get(`${path}/${id}`)).body.warnings ?? []) as { kind: string; requestId: string }[];

describe('a photo of the receipt', () => {
  test('a photo of the receipt is kept with the recharge request, and read by its owner and administrators alone [DSK-02][DSK-03]', async () => {
    const id = await requestRecharge();
    expect((await reseller.get(`${path}/${id}`)).body).toMatchObject({ paymentProof: null });
    expect((await photoOf(id, reseller)).json().code).toBe('PROOF_NOT_FOUND');
    const sent = await send(id, await receipt());
    expect([sent.status, sent.body]).toEqual([200, { width: 720, height: 1_280 }]);
    const address = `${path}/${id}/proof`;
    for (const user of [reseller, admin]) {
      const { body } = await user.get(`${path}/${id}`);
      expect(body).toMatchObject({
        paymentProof: address,
        proof: { width: 720, height: 1_280, removed: false },
      });
      const photo = await photoOf(id, user);
      expect([photo.statusCode, photo.headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(await sharp(photo.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 720 });
      expect(photo.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
      });
    }
    const other = await createUser(server, services);
    expect((await photoOf(id, other)).json().code).toBe('REQUEST_NOT_FOUND');
    expect((await send(id, await receipt(), other)).body.code).toBe('REQUEST_NOT_FOUND');
    expect((await send(id, await receipt(), admin)).status).toBe(403);
    expect((await server.inject({ method: 'GET', url: address })).statusCode).toBe(401);
  });
});

describe('a reference of the transfer', () => {
  test('a transfer reference is kept with the recharge request; one of several lines or over 60 characters is refused [DSK-01]', async () => {
    const without = await reseller.post(path, { amount: 500, method: 'ccp', reference: '  ' });
    expect(without.body).not.toHaveProperty('reference');
    const { body } = await reseller.post(path, { amount: 600, method: 'ccp', reference: ' REF 77-120 ' });
    expect(body).toMatchObject({ reference: 'REF 77-120' });
    expect((await admin.get(`${path}/${body.id}`)).body.reference).toBe('REF 77-120');
    for (const reference of ['a\nb', 'x'.repeat(61), 12])
      expect((await reseller.post(path, { amount: 700, method: 'ccp', reference })).status).toBe(422);
  });
});

describe('warnings for administrators', () => {
  test('a transfer reference that came before is pointed out in any spelling, and to administrators alone [DSK-08]', async () => {
    const earlier = await requestRecharge(reseller, { reference: 'ref 00-4417/AB' });
    const other = await createUser(server, services);
    const id = await requestRecharge(other, { reference: 'REF004417ab' });
    expect(await warningsOf(id)).toEqual([
      { kind: 'reference', requestId: earlier, userName: 'Amine Benali', status: 'pending' },
    ]);
    expect(await warningsOf(earlier)).toEqual([]);
    const { items } = (await other.get(path)).body;
    expect(items[0]).not.toHaveProperty('warnings');
    expect((await other.get(`${path}/${id}`)).body).not.toHaveProperty('warnings');
    const listed = (await admin.get(`${path}?status=pending`)).body.items;
    expect(listed.find((request: { id: string }) => request.id === id).warnings).toHaveLength(1);
  });

  test('a recharge request of the same account and amount within an hour is pointed out, another amount or a later one is not [DSK-11]', async () => {
    const earlier = await requestRecharge(reseller, { amount: 321 });
    const id = await requestRecharge(reseller, { amount: 321 });
    expect(await warningsOf(id)).toMatchObject([{ kind: 'amount', requestId: earlier }]);
    expect(await warningsOf(await requestRecharge(reseller, { amount: 322 }))).toEqual([]);
    await query(
      `UPDATE recharge_requests SET status = 'cancelled', created_at = now() - interval '61 minutes'
                 WHERE user_id = $1`,
      reseller.id,
    );
    expect(await warningsOf(await requestRecharge(reseller, { amount: 321 }))).toEqual([]);
    const other = await createUser(server, services);
    expect(await warningsOf(await requestRecharge(other, { amount: 321 }))).toEqual([]);
  });

  test('a receipt file sent before, even at the same moment, is pointed out, and its request can still be approved [DSK-09]', async () => {
    const others = await Promise.all(Array.from({ length: 5 }, () => createUser(server, services)));
    const content = await receipt();
    const ids = await Promise.all(others.map((user) => requestRecharge(user)));
    const responses = await Promise.all(ids.map((id, index) => send(id, content, others[index])));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const found = await Promise.all(ids.map(warningsOf));
    // Each stored photo names those before it, at most three.
    expect(found.map(({ length }) => length).sort()).toEqual([0, 1, 2, 3, 3]);
    expect(found.flat().every(({ kind, requestId }) => kind === 'file' && ids.includes(requestId))).toBe(
      true,
    );
    expect((await admin.post(`${path}/${ids[4]}/approve`, {})).status).toBe(200);
  });
});

describe('a photo is sent once', () => {
  test('the latest of many earlier requests with the same reference or amount are pointed out [DSK-08][DSK-11]', async () => {
    const reference = `VIR ${digits(9)}`;
    const requested: string[] = [];
    for (let n = 0; n < proofLimits.named + 2; n += 1) {
      requested.push(await requestRecharge(reseller, { amount: 4_321, reference }));
      // An account may have only a few pending requests.
      await query(`UPDATE recharge_requests SET status = 'cancelled' WHERE user_id = $1`, reseller.id);
    }
    const last = requested.pop() ?? '';
    const latest = requested.slice(-proofLimits.named).sort();
    const found = await warningsOf(last);
    for (const kind of ['reference', 'amount']) {
      const pointedOut = found.filter((warning) => warning.kind === kind).map(({ requestId }) => requestId);
      expect([kind, pointedOut.sort()]).toEqual([kind, latest]);
    }
  });

  test('a photo that differs only in its metadata is reported as the same file, and not also as similar [DSK-09][DSK-10]', async () => {
    const photo = await receipt();
    const first = await requestRecharge();
    await send(first, photo);
    const second = await requestRecharge();
    const withExif = Buffer.concat([photo.subarray(0, 2), exifSegment(digits(8)), photo.subarray(2)]);
    expect((await send(second, withExif)).status).toBe(200);
    expect(await warningsOf(second)).toMatchObject([{ kind: 'file', requestId: first }]);
    expect(await warningsOf(second)).toHaveLength(1);
  });

  test('the latest of many requests with the same file are pointed out [DSK-09]', async () => {
    const photo = await receipt();
    const requested: string[] = [];
    for (let n = 0; n < proofLimits.named + 2; n += 1) {
      const user = await createUser(server, services);
      const id = await requestRecharge(user);
      expect((await send(id, photo, user)).status).toBe(200);
      requested.push(id);
    }
    const found = await warningsOf(requested.pop() ?? '');
    expect(found.map(({ kind, requestId }) => [kind, requestId])).toEqual(
      requested
        .slice(-proofLimits.named)
        .reverse()
        .map((id) => ['file', id]),
    );
  });

  test('a request of the same amount is pointed out although its account made a hundred others before it [DSK-11]', async () => {
    await query(
      `INSERT INTO recharge_requests (user_id, user_email, user_name, user_company, amount, method, method_name, status)
       SELECT $1, 'x@exemple.dz', 'Amine Benali', '', 100, 'ccp', 'CCP', 'cancelled' FROM generate_series(1, 100)`,
      reseller.id,
    );
    const earlier = await requestRecharge(reseller, { amount: 4_321 });
    const id = await requestRecharge(reseller, { amount: 4_321 });
    expect(await warningsOf(id)).toMatchObject([{ kind: 'amount', requestId: earlier }]);
  });

  test('a photo whose difference hash differs in six of 64 bits is pointed out, one that differs in seven is not [DSK-10]', async () => {
    const hashOf = async (id: string) =>
      (await query('SELECT look::text FROM recharge_proofs WHERE request_id = $1', id))[0]?.look as string;
    const sent: string[] = [];
    for (const raised of [0, proofLimits.nearBits, proofLimits.nearBits + 1]) {
      const user = await createUser(server, services);
      const id = await requestRecharge(user);
      expect((await send(id, await greySquares(raised), user)).status).toBe(200);
      sent.push(id);
    }
    const hashes = await Promise.all(sent.map(hashOf));
    const differentBits = (one = '', other = '') => [...one].filter((bit, at) => bit !== other[at]).length;
    expect(hashes.map((hash) => differentBits(hash, hashes[0]))).toEqual([0, 6, 7]);
    const [plain = '', near = '', far = ''] = sent;
    const pointedOut = async (id: string) => (await warningsOf(id)).map(({ requestId }) => requestId);
    expect([await pointedOut(plain), await pointedOut(near), await pointedOut(far)]).toEqual([
      [],
      [plain],
      [near],
    ]);
  });

  test('the latest of many photos that are alike are pointed out [DSK-10]', async () => {
    const photo = await receipt();
    const requested: string[] = [];
    for (let n = 0; n < proofLimits.named + 2; n += 1) {
      const user = await createUser(server, services);
      const id = await requestRecharge(user);
      const compressed = await sharp(photo)
        .jpeg({ quality: 60 + 4 * n })
        .toBuffer();
      expect((await send(id, compressed, user)).status).toBe(200);
      requested.push(id);
    }
    const last = requested.pop() ?? '';
    const alike = (await warningsOf(last)).filter(({ kind }) => kind === 'picture');
    expect(alike.map(({ requestId }) => requestId).sort()).toEqual(
      requested.slice(-proofLimits.named).sort(),
    );
  });

  test('a receipt that is sent again gets the same response without a warning; one for a decided request is refused [DSK-02]', async () => {
    const id = await requestRecharge();
    const content = await receipt();
    const first = await send(id, content);
    expect((await send(id, content)).body).toEqual(first.body);
    expect(await warningsOf(id)).toEqual([]);
    const decided = await requestRecharge();
    await admin.post(`${path}/${decided}/reject`, { reason: 'Reçu illisible' });
    expect((await send(decided, content)).body.code).toBe('REQUEST_PROCESSED');
    expect((await send(id, content)).status).toBe(200);
  });
});

// Turned red by: a list that shows whole photos, a thumbnail that outlives its photo, one of the photo before.
test('the thumbnail of a photo is a small file of its own, follows a replaced photo and goes with the photo [WRK-10]', async () => {
  const id = await requestRecharge();
  const thumbnail = async (user = admin) => {
    const response = await server.inject({
      url: `${path}/${id}/proof?size=small`,
      headers: { cookie: user.cookie },
    });
    return response.statusCode === 200 ? response.rawPayload : response.json().code;
  };
  await send(id, await receipt());
  const first: Buffer = await thumbnail();
  const whole = (await photoOf(id, admin)).rawPayload;
  expect(first.length).toBeLessThan(whole.length / 3);
  expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 160 });
  expect(await thumbnail(await createUser(server, services))).toBe('REQUEST_NOT_FOUND');
  await send(id, await receipt());
  const second: Buffer = await thumbnail();
  expect(second.equals(first)).toBe(false);
  // As a server of the version before replaces it, which knows no thumbnails.
  await query('DELETE FROM recharge_thumbnails WHERE request_id = $1', id);
  expect(await thumbnail()).toEqual((await photoOf(id, admin)).rawPayload);
  await send(id, await receipt());
  await query(
    `UPDATE recharge_proofs SET created_at = now() - interval '181 days' WHERE request_id = $1`,
    id,
  );
  await admin.post(`${path}/${id}/reject`, { reason: 'Reçu illisible' });
  await runJobs({ ...services, db: servingDatabase(services.db) });
  expect(await thumbnail()).toBe('PROOF_NOT_FOUND');
  expect(await query('SELECT FROM recharge_thumbnails WHERE request_id = $1', id)).toEqual([]);
});

describe('a photo that was kept for 180 days', () => {
  test('a photo older than 180 days is removed by the recurring job, stays recognisable, and its request says so [DSK-13]', async () => {
    const [old, fresh] = [await requestRecharge(), await requestRecharge()];
    const content = await receipt();
    await send(old, content);
    await send(fresh, await receipt());
    await query(
      `UPDATE recharge_proofs SET created_at = now() - interval '181 days' WHERE request_id = $1`,
      old,
    );
    // A clock that is far ahead for a minute takes no photo away from who decides.
    await runJobs({ ...services, db: servingDatabase(services.db) });
    expect((await photoOf(old, admin)).statusCode).toBe(200);
    await admin.post(`${path}/${old}/reject`, { reason: 'Reçu illisible' });
    await runJobs({ ...services, db: servingDatabase(services.db) });
    const { body } = await admin.get(`${path}/${old}`);
    expect(body).toMatchObject({ paymentProof: null, proof: { width: 720, height: 1_280, removed: true } });
    expect((await photoOf(old, admin)).json().code).toBe('PROOF_NOT_FOUND');
    expect((await photoOf(fresh, admin)).statusCode).toBe(200);
    const other = await createUser(server, services);
    const again = await requestRecharge(other);
    await send(again, content, other);
    expect(await warningsOf(again)).toMatchObject([{ kind: 'file', requestId: old }]);
    const nearly = await requestRecharge(other);
    await send(nearly, await sharp(content).jpeg({ quality: 40 }).toBuffer(), other);
    expect((await warningsOf(nearly)).map(({ kind, requestId }) => [kind, requestId])).toEqual([
      ['picture', again],
      ['picture', old],
    ]);
  });

  test('the server’s role can neither replace nor delete a photo, nor change a reference, nor delete warnings [DSK-13]', async () => {
    const id = await requestRecharge();
    await send(id, await receipt());
    const serving = servingDatabase(services.db);
    for (const text of [
      `UPDATE recharge_proofs SET request_id = request_id WHERE request_id = ${id}`,
      `DELETE FROM recharge_proofs WHERE request_id = ${id}`,
      `UPDATE recharge_requests SET reference = 'x' WHERE id = ${id}`,
      `DELETE FROM recharge_warnings`,
    ])
      await expect(serving.query({ text })).rejects.toMatchObject({ code: '42501' });
    for (const change of [`content = '\\x00'`, 'sent_hash = content_hash', 'number = number + 2'])
      await expect(
        serving.query({ text: `UPDATE recharge_proofs SET ${change} WHERE request_id = ${id}` }),
      ).rejects.toThrow('never replaced');
  });
});
