import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { createUser } from '../support/users.ts';

/* An account that waits names those with the same mailbox or phone. */
const { server, services } = await testApp();
const admin = await createUser(server, services, { role: 'admin', phone: '0770000000' });

const alikeIn = async (id: string) => (await admin.get(`/api/users/${id}`)).body.alike;
const listed = async (id: string) =>
  (await admin.get('/api/users?status=pending')).body.items.find((user: { id: string }) => user.id === id);

test('an account that waits for its activation names the active one with the same mailbox, in five spellings of Gmail [DSK-123]', async () => {
  const known = await createUser(server, services, {
    email: 'karim.ziani@gmail.com',
    firstName: 'Karim',
    lastName: 'Ziani',
    phone: '0551000001',
  });
  const expected = [{ id: known.id, name: 'Karim Ziani', status: 'active', mailbox: true, phone: false }];
  for (const email of [
    'karimziani@gmail.com',
    'Karim.Ziani@googlemail.com',
    'k.a.r.i.m.ziani+2@gmail.com',
    'KARIMZIANI+almas@GMAIL.COM',
  ]) {
    const other = await createUser(server, services, { status: 'pending', email });
    const { alike } = await listed(other.id);
    expect(alike, email).toContainEqual(expected[0]);
    expect(await alikeIn(other.id), email).toEqual(alike);
  }
  // Dots count at other providers.
  const elsewhere = await createUser(server, services, { email: 'k.ziani@exemple.dz', phone: '0551000002' });
  const dotless = await createUser(server, services, { status: 'pending', email: 'kziani@exemple.dz' });
  const tagged = await createUser(server, services, { status: 'pending', email: 'K.Ziani+1@exemple.dz' });
  expect(await alikeIn(dotless.id)).toBeUndefined();
  expect(await alikeIn(tagged.id)).toMatchObject([{ id: elsewhere.id, mailbox: true, phone: false }]);
});

test('an account that waits for its activation names the accounts with the same phone number, however it is spelled [DSK-123]', async () => {
  const first = await createUser(server, services, { phone: '0555 44 33 22' });
  const second = await createUser(server, services, { status: 'inactive', phone: '+213 555 443 322' });
  const bracketed = { status: 'inactive', phone: '+213 (0) 555 44 33 22' } as const;
  const third = await createUser(server, services, bracketed);
  const waiting = await createUser(server, services, { status: 'pending', phone: '00213555443322' });
  const alike = await alikeIn(waiting.id);
  expect(alike.map(({ id }: { id: string }) => id).sort()).toEqual([first.id, second.id, third.id].sort());
  expect(alike).toContainEqual(
    expect.objectContaining({ id: first.id, status: 'active', mailbox: false, phone: true }),
  );
  expect(alike).toContainEqual(expect.objectContaining({ id: second.id, status: 'inactive', phone: true }));
  // What is no phone number is the same in many accounts.
  await createUser(server, services, { phone: '0000' });
  const placeholder = await createUser(server, services, { status: 'pending', phone: '0000' });
  expect(await alikeIn(placeholder.id)).toBeUndefined();
});

test('an active account names no other, and no reseller reads which accounts are alike [DSK-123]', async () => {
  const phone = '0555998877';
  const reseller = await createUser(server, services, { phone });
  const waiting = await createUser(server, services, { status: 'pending', phone });
  expect(await alikeIn(reseller.id)).toBeUndefined();
  expect((await waiting.get('/api/me')).body).not.toHaveProperty('alike');
  expect((await reseller.get(`/api/users/${waiting.id}`)).status).toBe(403);
});
