import { randomUUID } from 'node:crypto';
import { featureNames } from '@almas/contract/features';
import { describe, expect, test } from 'vitest';
import { insertKey, withKey } from '../support/api-keys.ts';
import { secondServer, testApp } from '../support/app.ts';
import { bodies, routes, unknownId } from '../support/contract-samples.ts';
import { openEventStream } from '../support/events.ts';
import { eventually } from '../support/eventually.ts';
import { call, createUser, userOn } from '../support/users.ts';

/* The switches of the owner (AMB-87). */
const { server, services, query } = await testApp();
const second = await secondServer(services.db);
const forcing = await secondServer(services.db, { config: { extensions: new Set(['offer-status']) } });
const admin = await createUser(server, services, { role: 'admin', firstName: 'Nadia', lastName: 'Amrani' });
const reseller = await createUser(server, services);

const change = (name: string, enabled: boolean) => admin.patch(`/api/features/${name}`, { enabled });
const trail = async () =>
  await query(
    `SELECT subject_id, before, after FROM audit_trail WHERE action = 'feature.change' ORDER BY id`,
  );

const key = await insertKey(services, reseller.id);
const switched = routes.filter(([, { feature }]) => feature);

test.each(switched)(
  'without its switch the call %s answers 404 FEATURE_OFF [SWI-06]',
  async (name, route) => {
    const by = route.access === 'admin' ? admin : reseller;
    const { statusCode, body } = await server.inject({
      method: route.method,
      url: route.path.replace(':date', '2026-03-02').replace(/:\w+/g, unknownId),
      ...(route.body && { payload: bodies[name] ?? {} }),
      headers: {
        ...(route.access === 'key' ? withKey(key) : { cookie: by.cookie }),
        'idempotency-key': randomUUID(),
      },
    });
    expect([statusCode, JSON.parse(body).code]).toEqual([404, 'FEATURE_OFF']);
  },
);

test('without its switch a reseller changes neither the own password nor the own second factor: 404 FEATURE_OFF [SWI-06]', async () => {
  for (const { status, body } of [
    await reseller.post('/api/me/password', { current: 'x', password: 'secret12' }),
    await reseller.post('/api/second-factor', { password: 'x' }),
    await reseller.post('/api/second-factor/confirmation', { code: '000000' }),
    await reseller.delete('/api/second-factor'),
  ])
    expect([status, body.code]).toEqual([404, 'FEATURE_OFF']);
});

describe('GET and PATCH /api/features', () => {
  test('without a change every switch is off, and a reseller reads only the names that are on [SWI-02]', async () => {
    const { features, enabled } = (await admin.get('/api/features')).body;
    expect(enabled).toEqual([]);
    expect(features).toEqual(
      featureNames.map((name) => ({ name, enabled: false, forced: false, changedBy: null, changedAt: null })),
    );
    expect((await reseller.get('/api/features')).body).toEqual({ enabled: [] });
    expect((await call(server, { method: 'GET', url: '/api/features' })).status).toBe(401);
  });

  test('a switch that an administrator turns on works on every server within two seconds, and open screens get an event [SWI-02][SWI-03]', async () => {
    const screen = await openEventStream(second.server, reseller.cookie);
    await screen.next('refresh');
    const elsewhere = userOn(second.server, reseller);
    expect((await elsewhere.post('/api/contact', { message: 'Bonjour' })).status).toBe(404);

    const changed = await change('contact-delivery', true);
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({
      name: 'contact-delivery',
      enabled: true,
      forced: false,
      changedBy: 'Nadia Amrani',
      changedAt: expect.any(String),
    });
    await screen.next('features');
    screen.close();
    expect((await admin.get('/api/features')).body.features).toContainEqual(changed.body);
    await eventually(
      async () => (await elsewhere.post('/api/contact', { message: 'Bonjour' })).status === 204,
      {
        seconds: 2,
      },
    );
    expect((await reseller.get('/api/features')).body).toEqual({ enabled: ['contact-delivery'] });
    expect((await call(second.server, { method: 'GET', url: '/api/configuration' })).body.extensions).toEqual(
      ['contact-delivery'],
    );

    await change('contact-delivery', false);
    await eventually(
      async () => (await elsewhere.post('/api/contact', { message: 'Bonjour' })).status === 404,
      {
        seconds: 2,
      },
    );
  });

  test('each change has its row in the audit trail, and a repeated one changes nothing [SWI-04]', async () => {
    const before = (await trail()).length;
    await change('settings-sync', false);
    await change('settings-sync', true);
    await change('settings-sync', true);
    await change('settings-sync', false);
    expect((await trail()).slice(before)).toEqual([
      { subject_id: 'settings-sync', before: { enabled: false }, after: { enabled: true } },
      { subject_id: 'settings-sync', before: { enabled: true }, after: { enabled: false } },
    ]);
  });

  test('32 changes of one switch at once leave one state, with an audit row for each change that happened [SWI-04]', async () => {
    const before = (await trail()).length;
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) => change('offer-status', index % 2 === 0)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const rows = (await trail()).slice(before);
    const state = (await admin.get('/api/features')).body.features.find(
      ({ name }: { name: string }) => name === 'offer-status',
    );
    for (const [index, row] of rows.entries()) expect(row.after).toEqual({ enabled: index % 2 === 0 });
    expect(state.enabled).toBe(rows.at(-1)?.after.enabled);
    await change('offer-status', false);
  });

  test('a switch that EXTENSIONS turns on is shown as forced, and cannot be turned off [SWI-05]', async () => {
    const there = userOn(forcing.server, admin);
    expect((await there.get('/api/features')).body.features).toContainEqual(
      expect.objectContaining({ name: 'offer-status', enabled: true, forced: true }),
    );
    const refused = await there.patch('/api/features/offer-status', { enabled: false });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'FEATURE_FORCED',
      message: 'Cette fonction est imposée par la configuration : elle ne peut pas être désactivée ici',
    });
  });

  test('an unknown switch gets 404, and a reseller may not change any [SWI-04]', async () => {
    expect((await change('unknown', true)).status).toBe(404);
    expect((await reseller.patch('/api/features/offer-status', { enabled: true })).status).toBe(403);
  });
});
