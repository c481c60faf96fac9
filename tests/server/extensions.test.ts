import type { FeatureName } from '@almas/contract/features';
import { describe, expect, test } from 'vitest';
import { secondServer, testApp } from '../support/app.ts';
import { openEventStream } from '../support/events.ts';
import { call, createUser, userOn } from '../support/users.ts';

const { server, services, query } = await testApp();
const withExtensions = async (...extensions: FeatureName[]) =>
  (await secondServer(services.db, { config: { extensions: new Set(extensions) } })).server;
const all = await withExtensions('contact-delivery', 'offer-status', 'settings-sync');
const admin = await createUser(server, services, { role: 'admin' });

describe('GET /api/configuration', () => {
  test('GET /api/configuration lists the active extensions to an unauthenticated caller', async () => {
    const read = async (on: typeof server) =>
      (await call(on, { method: 'GET', url: '/api/configuration' })).body;
    expect(await read(server)).toMatchObject({ extensions: [] });
    expect(await read(all)).toMatchObject({
      extensions: ['contact-delivery', 'offer-status', 'settings-sync'],
    });
    expect(await read(await withExtensions('settings-sync'))).toMatchObject({
      extensions: ['settings-sync'],
    });
  });

  test('GET /api/configuration returns the amount above which the screens ask for a confirmation, 50,000 DA unless it is configured', async () => {
    const read = async (on: typeof server) =>
      (await call(on, { method: 'GET', url: '/api/configuration' })).body.confirmAmountAbove;
    expect(await read(server)).toBe(50_000);
    const strict = await secondServer(services.db, { config: { confirmAmountAbove: 20_000 } });
    expect(await read(strict.server)).toBe(20_000);
  });

  test('GET /api/configuration gives the contact phone and email when they are configured, null otherwise', async () => {
    const read = async (on: typeof server) =>
      (await call(on, { method: 'GET', url: '/api/configuration' })).body.contact;
    expect(await read(server)).toEqual({ phone: null, email: null, hours: null });
    const config = { contactPhone: '0550 12 34 56', contactEmail: 'aide@almas.dz' };
    const reachable = await secondServer(services.db, { config });
    expect(await read(reachable.server)).toEqual({
      phone: '0550 12 34 56',
      email: 'aide@almas.dz',
      hours: null,
    });
  });
});

describe('contact-delivery', () => {
  test('without the extension contact-delivery, a message of a reseller gets 404 and writes no notification', async () => {
    const reseller = await createUser(server, services);
    const response = await reseller.post('/api/contact', { message: 'Bonjour' });
    expect(response.status).toBe(404);
    const { rows } = await services.db.query({ text: 'SELECT id FROM notifications' });
    expect(rows).toEqual([]);
  });

  test('when the extension contact-delivery is active, a message of a reseller reaches every active administrator live', async () => {
    const colleague = await createUser(server, services, { role: 'admin' });
    const gone = await createUser(server, services, { role: 'admin', status: 'inactive' });
    const screen = await openEventStream(server, colleague.cookie);
    await screen.next('refresh');
    const reseller = userOn(
      all,
      await createUser(server, services, { firstName: 'Lila', lastName: 'Kaci', company: 'Cyber Oran' }),
    );
    expect((await reseller.post('/api/contact', { message: ' Je voudrais recharger. ' })).status).toBe(204);
    await screen.next('notification');
    screen.close();
    for (const user of [admin, colleague]) {
      expect((await user.get('/api/notifications')).body.items).toMatchObject([
        {
          title: 'Message de Lila Kaci (Cyber Oran)',
          message: 'Je voudrais recharger.',
          data: { userId: reseller.id, email: reseller.email },
        },
      ]);
    }
    const rows = await query('SELECT id FROM notifications WHERE user_id = $1', gone.id);
    expect(rows).toEqual([]);
  });

  test('when the extension contact-delivery is active, a blank message is refused, and a sixth within the hour gets 429', async () => {
    const reseller = userOn(all, await createUser(server, services));
    for (const message of ['', '  ', null, 7])
      expect((await reseller.post('/api/contact', { message })).body.message).toBe(
        'Veuillez saisir un message',
      );
    for (let n = 0; n < 5; n += 1)
      expect((await reseller.post('/api/contact', { message: 'Allo' })).status).toBe(204);
    const response = await reseller.post('/api/contact', { message: 'Allo' });
    expect(response.status).toBe(429);
    expect(response.body.message).toBe('Trop de messages. Veuillez patienter avant d’en envoyer un nouveau.');
    expect((await userOn(all, admin).post('/api/contact', { message: 'Allo' })).status).toBe(403);
  });
});

describe('settings-sync', () => {
  const defaults = {
    emailNotifications: true,
    pushNotifications: true,
    smsNotifications: false,
    marketingEmails: false,
    twoFactorAuth: false,
    loginAlerts: true,
    theme: 'system',
    language: 'fr',
    currency: 'DZD',
    profileVisibility: 'private',
    dataSharing: false,
  };

  test('without the extension settings-sync, reading and saving settings get 404 and nothing is stored', async () => {
    const reseller = await createUser(server, services);
    expect((await reseller.get('/api/settings')).status).toBe(404);
    expect((await reseller.put('/api/settings', { settings: { theme: 'dark' } })).status).toBe(404);
    const { rows } = await services.db.query({ text: 'SELECT user_id FROM user_settings' });
    expect(rows).toEqual([]);
  });

  test('when the extension settings-sync is active, the settings of a reseller start with the defaults [SET-08][SET-09][SET-10][SET-11][SET-12]', async () => {
    const reseller = userOn(all, await createUser(server, services));
    expect((await reseller.get('/api/settings')).body).toEqual({ ...defaults, isSaved: false });
  });

  test('when the extension settings-sync is active, the settings that a reseller saves are kept for their account alone', async () => {
    const [one, two] = [
      userOn(all, await createUser(server, services)),
      userOn(all, await createUser(server, services)),
    ];
    const saved = { ...defaults, theme: 'dark', smsNotifications: true };
    expect((await one.put('/api/settings', { settings: { ...saved, role: 'admin' } })).body).toEqual(saved);
    expect((await one.get('/api/settings')).body).toEqual({ ...saved, isSaved: true });
    await one.put('/api/settings', { settings: { loginAlerts: false } });
    expect((await one.get('/api/settings')).body).toEqual({
      ...defaults,
      loginAlerts: false,
      isSaved: true,
    });
    expect((await two.get('/api/settings')).body).toEqual({ ...defaults, isSaved: false });
  });

  test('when the extension settings-sync is active, a value that is no setting is refused with 422', async () => {
    const reseller = userOn(all, await createUser(server, services));
    for (const settings of [null, 'dark', { theme: 'pink' }, { twoFactorAuth: 'yes' }])
      expect((await reseller.put('/api/settings', { settings })).status).toBe(422);
  });
});
