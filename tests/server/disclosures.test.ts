import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { buy, createProduct, importCodes } from '../support/shop.ts';
import { createUser, type TestUser } from '../support/users.ts';

/* Each disclosure of a purchase's codes is recorded before it happens. */
const { server, services } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const buyer = await createUser(server, services, { balance: 100_000 });
const product = await createProduct(admin);
await importCodes(admin, product, 40);

async function bought(): Promise<string> {
  const response = await buy(buyer, product, 2);
  expect(response.status, response.text).toBe(200);
  return response.body.id;
}
const disclose = (id: string, kind: string, press?: string, user: TestUser = buyer) =>
  user.post(`/api/purchases/${id}/disclosures`, { kind, press });
const listed = async (user: TestUser, id: string, query = '') =>
  (await user.get(`/api/purchases/${id}/disclosures${query}`)).body;

describe('a disclosure', () => {
  test('a disclosure is numbered by purchase and kind: the first is the original, each later one a duplicate [CNT-10]', async () => {
    const [first, second] = [await bought(), await bought()];
    const numbers = [];
    for (const kind of ['print', 'print', 'copy', 'print', 'share', 'reveal'])
      numbers.push((await disclose(first, kind)).body);
    expect(numbers.map(({ kind, copyNumber, duplicate }) => [kind, copyNumber, duplicate])).toEqual([
      ['print', 1, false],
      ['print', 2, true],
      ['copy', 1, false],
      ['print', 3, true],
      ['share', 1, false],
      ['reveal', 1, false],
    ]);
    expect((await disclose(second, 'print')).body).toMatchObject({ copyNumber: 1, duplicate: false });
  });

  test('a disclosure has one number for the same press, also when it is sent several times concurrently [CNT-11]', async () => {
    const id = await bought();
    const press = randomUUID();
    const responses = await Promise.all(Array.from({ length: 8 }, () => disclose(id, 'print', press)));
    expect(new Set(responses.map(({ body }) => body.copyNumber))).toEqual(new Set([1]));
    const later = randomUUID();
    expect((await disclose(id, 'print', later)).body.copyNumber).toBe(2);
    expect((await disclose(id, 'copy', randomUUID())).body).toMatchObject({ kind: 'copy', copyNumber: 1 });
    // A press that is repeated after a lost response gets its own number, whatever was disclosed meanwhile.
    expect((await disclose(id, 'print', press)).body).toMatchObject({ kind: 'print', copyNumber: 1 });
    expect((await disclose(id, 'print', later)).body).toMatchObject({ kind: 'print', copyNumber: 2 });
    expect((await listed(buyer, id)).items).toHaveLength(3);
  });

  test('exactly one of 1,000 concurrent prints of a purchase is the original, and no number is missing [CNT-12]', async () => {
    const id = await bought();
    const numbers: { copyNumber: number; duplicate: boolean }[] = [];
    let presses: string[] = Array.from({ length: 1_000 }, () => randomUUID());
    // There are too many concurrent calls for one server: it refuses some of them, and the same presses are sent again.
    while (presses.length > 0) {
      const sent = presses;
      const responses = await Promise.all(sent.map((press) => disclose(id, 'print', press)));
      presses = sent.filter((_, index) => responses[index]?.status === 503);
      for (const { status, body } of responses) if (status !== 503) numbers.push(body);
    }
    expect(numbers.filter(({ duplicate }) => !duplicate)).toEqual([
      expect.objectContaining({ copyNumber: 1 }),
    ]);
    const sorted = numbers.map(({ copyNumber }) => copyNumber).sort((a, b) => a - b);
    expect(sorted).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
  });

  test('a disclosure is recorded for the buyer only, and its response contains no code [CNT-10]', async () => {
    const id = await bought();
    const other = await createUser(server, services, { balance: 100 });
    expect((await disclose(id, 'print', undefined, other)).body.message).toBe('Achat introuvable');
    expect((await disclose(id, 'print', undefined, admin)).status).toBe(403);
    expect((await disclose(id, 'fax')).status).toBe(422);
    for (const unknown of ['0', 'x', '9'.repeat(30)])
      expect((await disclose(unknown, 'print')).body.message).toBe('Achat introuvable');
    expect((await listed(buyer, id)).items).toEqual([]);
    const { codes } = (await buyer.get(`/api/purchases/${id}`)).body;
    const { text } = await disclose(id, 'print');
    for (const { code } of codes) expect(text).not.toContain(code);
  });

  test('a copy of one code of several says which code it was, and one of all codes says none [CNT-105]', async () => {
    const id = await bought();
    const path = `/api/purchases/${id}/disclosures`;
    expect((await buyer.post(path, { kind: 'copy', code: 2 })).body.code).toEqual({ position: 2, of: 2 });
    expect((await buyer.post(path, { kind: 'copy' })).body).not.toHaveProperty('code');
    expect((await buyer.post(path, { kind: 'copy', code: 0 })).status).toBe(422);
    const { items } = (await buyer.get(path)).body;
    expect(items.map(({ code }: { code?: object }) => code)).toEqual([undefined, { position: 2, of: 2 }]);
  });

  test('the buyer and administrators list the disclosures of a purchase in pages, latest first, administrators’ reveals included [CNT-13]', async () => {
    const id = await bought();
    for (const kind of ['reveal', 'print', 'print']) await disclose(id, kind);
    expect((await admin.post(`/api/purchases/${id}/reveal`, { reason: 'Code refusé' })).status).toBe(200);
    const { items, nextCursor } = await listed(buyer, id);
    expect(nextCursor).toBeNull();
    expect(items).toEqual([
      expect.objectContaining({ kind: 'reveal', copyNumber: 2, duplicate: true, byAdministrator: true }),
      expect.objectContaining({ kind: 'print', copyNumber: 2, duplicate: true, byAdministrator: false }),
      expect.objectContaining({ kind: 'print', copyNumber: 1, duplicate: false, byAdministrator: false }),
      expect.objectContaining({ kind: 'reveal', copyNumber: 1, duplicate: false, byAdministrator: false }),
    ]);
    expect((await listed(admin, id)).items).toEqual(items);
    const page = await listed(buyer, id, '?limit=3');
    const rest = await listed(buyer, id, `?limit=3&cursor=${encodeURIComponent(page.nextCursor)}`);
    expect([...page.items, ...rest.items]).toEqual(items);
    const other = await createUser(server, services, { balance: 100 });
    expect((await other.get(`/api/purchases/${id}/disclosures`)).body.message).toBe('Achat introuvable');
  });

  test('a written disclosure cannot be changed or deleted nor its number used again, even by the owner of the table [CNT-10]', async () => {
    const id = await bought();
    await disclose(id, 'print');
    for (const text of [
      'UPDATE disclosures SET number = 7',
      'DELETE FROM disclosures',
      'TRUNCATE disclosures',
      `INSERT INTO disclosures (purchase_id, kind, number, user_id, press)
         SELECT purchase_id, kind, number, user_id, gen_random_uuid() FROM disclosures LIMIT 1`,
    ])
      await expect(services.db.query({ text }), text).rejects.toThrow();
  });
});
