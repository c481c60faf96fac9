import { describe, expect, test } from 'vitest';
import { type Alert, onAlert } from '../../server/src/modules/alerts/raise-alert.ts';
import { alertsOf } from '../support/alerts.ts';
import { secondServer, testApp } from '../support/app.ts';
import { openEventStream } from '../support/events.ts';
import { createUser, userOn } from '../support/users.ts';

const clock = { now: new Date('2026-03-02T11:00:00Z') };
const { server, services, query } = await testApp({ services: { now: () => clock.now } });
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services);

const storedConfig = () => query('SELECT * FROM service_config');
const service = async () => (await reseller.get('/api/free-fire/service')).body;
const configure = (changes: object) => admin.patch('/api/free-fire/service', changes);

describe('the configuration', () => {
  test('the Free Fire configuration is created once, with its defaults, by the first users who read it [FFS-01][FFS-02][FFS-03][FFS-04][ENT-45]', async () => {
    expect(await storedConfig()).toEqual([]);
    const bodies = await Promise.all(Array.from({ length: 5 }, service));
    for (const body of bodies) {
      expect(body).toEqual({
        isActive: true,
        maintenanceMode: false,
        startHour: 8,
        endHour: 22,
        workingDays: [0, 1, 2, 3, 4, 5, 6],
        lastUpdated: expect.any(String),
        updatedBy: null,
        online: true,
        reason: 'online',
        reasonText: 'Service en ligne',
        nextOpening: '2026-03-03T07:00:00.000Z',
      });
    }
    expect(await storedConfig()).toMatchObject([
      { id: 'freefire', is_active: true, maintenance_mode: false, start_hour: 8, end_hour: 22 },
    ]);
  });

  test('a change of the Free Fire configuration keeps the fields that are not sent, and notes who and when [FFS-17][FFS-18][PRM-26]', async () => {
    const before = await service();
    const response = await configure({ startHour: 9 });
    expect(response.body).toMatchObject({ startHour: 9, endHour: 22, isActive: true, updatedBy: admin.id });
    expect(Date.parse(response.body.lastUpdated)).toBeGreaterThan(Date.parse(before.lastUpdated));
    await configure({ endHour: 23, workingDays: [5, 1, 5] });
    await configure({ maintenanceMode: false });
    expect(await storedConfig()).toMatchObject([
      { start_hour: 9, end_hour: 23, working_days: [1, 5], is_active: true, updated_by: admin.id },
    ]);
    await configure({ startHour: 8, endHour: 22, workingDays: [0, 1, 2, 3, 4, 5, 6] });
  });

  test('concurrent changes of different fields of the Free Fire configuration are all kept', async () => {
    const changes = [{ startHour: 7 }, { endHour: 21 }, { maintenanceMode: true }, { workingDays: [1, 2] }];
    await Promise.all(changes.map(configure));
    expect(await service()).toMatchObject({
      startHour: 7,
      endHour: 21,
      maintenanceMode: true,
      workingDays: [1, 2],
    });
    await configure({
      startHour: 8,
      endHour: 22,
      maintenanceMode: false,
      workingDays: [0, 1, 2, 3, 4, 5, 6],
    });
  });

  test('the Free Fire configuration needs a working day and hours of a day, and a refused change writes nothing', async () => {
    const before = await storedConfig();
    const none = await configure({ workingDays: [], startHour: 3 });
    expect(none.status).toBe(422);
    expect(none.body.message).toBe('Au moins un jour de travail doit être sélectionné');
    for (const wrong of [{ startHour: 24 }, { endHour: -1 }, { startHour: 8.5 }, { workingDays: [7] }]) {
      expect((await configure(wrong)).status).toBe(422);
    }
    expect(await storedConfig()).toEqual(before);
  });

  test('a change of the Free Fire configuration is published to an open screen and written to the audit trail', async () => {
    const screen = await openEventStream(server, reseller.cookie);
    await screen.next('refresh');
    await configure({ maintenanceMode: true });
    await screen.next('service-config');
    await configure({ maintenanceMode: false });
    screen.close();
    const [last] = await query(
      `SELECT actor_id, before, after FROM audit_trail WHERE action = 'free-fire.configure' ORDER BY id DESC LIMIT 1`,
    );
    expect(last).toMatchObject({
      actor_id: admin.id,
      before: { maintenanceMode: true, startHour: 8 },
      after: { maintenanceMode: false, startHour: 8 },
    });
  });

  test('an error in reading or writing the Free Fire configuration raises a system alert [FFS-19]', async () => {
    await services.db.query({ text: 'ALTER TABLE service_config RENAME TO away' });
    const alerts = await alertsOf(async () => {
      expect((await reseller.get('/api/free-fire/service')).status).toBe(500);
      expect((await configure({ isActive: false })).status).toBe(500);
    });
    await services.db.query({ text: 'ALTER TABLE away RENAME TO service_config' });
    const ours = alerts.filter(({ title }) => title === 'Erreur de configuration');
    expect(ours).toHaveLength(2);
    expect(ours[0]).toMatchObject({ type: 'system', priority: 'high', data: { config: 'freefire' } });
  });
});

describe('the state', () => {
  test.each([
    ['2026-03-02T07:00:00Z', {}, 'online', 'Service en ligne', '2026-03-03T07:00:00.000Z'],
    ['2026-03-02T06:59:59Z', {}, 'closed', 'Hors horaires de service', '2026-03-02T07:00:00.000Z'],
    ['2026-03-02T21:00:00Z', {}, 'closed', 'Hors horaires de service', '2026-03-03T07:00:00.000Z'],
    [
      '2026-03-02T11:00:00Z',
      { workingDays: [4] },
      'closed',
      'Hors horaires de service',
      '2026-03-05T07:00:00.000Z',
    ],
    ['2026-03-02T11:00:00Z', { maintenanceMode: true }, 'maintenance', 'Maintenance en cours', null],
    [
      '2026-03-02T11:00:00Z',
      { isActive: false, maintenanceMode: true },
      'disabled',
      'Service désactivé',
      null,
    ],
    ['2026-03-02T11:00:00Z', { startHour: 12, endHour: 12 }, 'closed', 'Hors horaires de service', null],
  ])(
    'the Free Fire service at %s with the changes %j is %s [FFS-11][FFS-12][FFS-13][FFS-14]',
    async (now, changes, reason, reasonText, nextOpening) => {
      await configure(changes);
      clock.now = new Date(now);
      expect(await service()).toMatchObject({ reason, reasonText, nextOpening, online: reason === 'online' });
      clock.now = new Date('2026-03-02T11:00:00Z');
      await configure({
        isActive: true,
        maintenanceMode: false,
        startHour: 8,
        endHour: 22,
        workingDays: [0, 1, 2, 3, 4, 5, 6],
      });
    },
  );
});

const offers = async () => (await reseller.get('/api/free-fire/offers')).body.items;
const defaults = [
  ['ff_100_10', '100 + 10 Diamants', 110, 150],
  ['ff_310_31', '310 + 31 Diamants', 341, 450],
  ['ff_520_52', '520 + 52 Diamants', 572, 750],
  ['ff_1060_106', '1060 + 106 Diamants', 1166, 1500],
  ['ff_2180_218', '2180 + 218 Diamants', 2398, 3000],
].map(([id, name, value, price]) => ({ id, name, value, price, status: 'active', description: '' }));

describe('the offers', () => {
  test('the default Free Fire offers are created once, by the first users who read them [FFS-21][FFS-23][FFS-24][FFS-25][FFS-26][FFS-27][ENT-36]', async () => {
    expect(await query('SELECT id FROM free_fire_offers')).toEqual([]);
    const bodies = await Promise.all(Array.from({ length: 5 }, offers));
    const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
    for (const body of bodies) expect(body).toEqual(defaults.map((offer) => ({ ...offer, ...times })));
    expect(await query('SELECT id, price FROM free_fire_offers ORDER BY value')).toEqual(
      defaults.map(({ id, price }) => ({ id, price: Number(price) * 100 })),
    );
  });

  test('Free Fire offers are listed by ascending value, whatever the order in which they were created [FFS-20]', async () => {
    await query(`INSERT INTO free_fire_offers (id, name, value, price) VALUES ('petit', 'Petit', 5, 1000)`);
    const values = (await offers()).map(({ value }: { value: number }) => value);
    expect(values).toEqual([5, 110, 341, 572, 1166, 2398]);
    await services.db.query({ text: `DELETE FROM free_fire_offers WHERE id = 'petit'` });
  });

  test('when the Free Fire offers cannot be read, a reseller gets the default ones and a system alert is raised [FFS-22][NTF-18]', async () => {
    const alerts: Alert[] = [];
    const stop = onAlert((alert) => alerts.push(alert));
    await services.db.query({ text: 'ALTER TABLE free_fire_offers RENAME TO away' });
    const response = await reseller.get('/api/free-fire/offers');
    await services.db.query({ text: 'ALTER TABLE away RENAME TO free_fire_offers' });
    stop();
    expect(alerts).toEqual([
      {
        type: 'system',
        title: 'Erreur de base de données',
        message: expect.stringContaining('free_fire_offers'),
        priority: 'high',
        data: { load: 'free-fire.offers' },
      },
    ]);
    expect(response.status).toBe(200);
    expect(response.body.items).toMatchObject(defaults);
  });

  test('an administrator changes the price of a Free Fire offer, which is recorded and published [FFA-15][PRM-27]', async () => {
    const screen = await openEventStream(server, reseller.cookie);
    await screen.next('refresh');
    const response = await admin.patch('/api/free-fire/offers/ff_310_31', { price: 480.5 });
    expect(response.body).toMatchObject({ id: 'ff_310_31', price: 480.5, status: 'active' });
    await screen.next('service-config');
    screen.close();
    expect(await query(`SELECT price FROM free_fire_offers WHERE id = 'ff_310_31'`)).toEqual([
      { price: 48_050 },
    ]);
    const trail = await query(
      `SELECT actor_id, before, after FROM audit_trail WHERE subject_id = 'ff_310_31' ORDER BY id DESC LIMIT 1`,
    );
    expect(trail).toMatchObject([{ actor_id: admin.id, before: { price: 450 }, after: { price: 480.5 } }]);
  });

  test('a Free Fire offer keeps its price when the audit row of a new one cannot be written [FFA-15]', async () => {
    await services.db.query({ text: 'ALTER TABLE audit_trail RENAME TO away' });
    const response = await admin.patch('/api/free-fire/offers/ff_520_52', { price: 1 });
    await services.db.query({ text: 'ALTER TABLE away RENAME TO audit_trail' });
    expect(response.status).toBe(500);
    expect(await query(`SELECT price FROM free_fire_offers WHERE id = 'ff_520_52'`)).toEqual([
      { price: 75_000 },
    ]);
  });

  test.each([0, -1, '12', null, 0.001])(
    'an administrator who sets the price %j for a Free Fire offer gets 422 [FFA-14]',
    async (price) => {
      const response = await admin.patch('/api/free-fire/offers/ff_100_10', { price });
      expect(response.status).toBe(422);
      expect(response.body.message).toBe('Le prix doit être un nombre positif');
    },
  );

  test('an administrator who changes the price of an unknown Free Fire offer gets 404 [FFA-16]', async () => {
    const response = await admin.patch('/api/free-fire/offers/ff_1', { price: 100 });
    expect(response.status).toBe(404);
    expect(response.body.message).toBe('Offre introuvable');
  });

  test('an administrator who read another price of a Free Fire offer does not overwrite a colleague’s', async () => {
    const path = '/api/free-fire/offers/ff_2180_218';
    const { price } = (await offers()).find(({ id }: { id: string }) => id === 'ff_2180_218');
    const saved = await admin.patch(path, { price: price + 10, expectedPrice: price });
    const newest = async () => (await admin.get('/api/audit-trail?limit=1')).body.items[0];
    const row = await newest();
    expect(row.action).toBe('free-fire.update-offer');
    // Saved again by who did not get the answer: nothing changes.
    const repeated = await admin.patch(path, { price: price + 10, expectedPrice: price });
    expect([repeated.status, repeated.body]).toEqual([200, saved.body]);
    expect(await newest()).toEqual(row);
    const late = await admin.patch(path, { price: price + 20, expectedPrice: price });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: 'PRICE_CHANGED', price: price + 10 });
    expect((await admin.patch(path, { price, expectedPrice: price + 10 })).body).toMatchObject({ price });
  });

  test('without the extension offer-status, a status change of a Free Fire offer is refused and changes nothing', async () => {
    for (const status of ['inactive', 'active']) {
      const response = await admin.patch('/api/free-fire/offers/ff_100_10', { status, price: 99 });
      expect(response.status).toBe(409);
      expect(response.body.message).toBe("Impossible de mettre à jour le statut de l'offre");
    }
    expect((await offers())[0]).toMatchObject({ status: 'active', price: 150 });
  });

  test('the database refuses a Free Fire offer with the status draft [ENT-37]', async () => {
    await expect(
      services.db.query({ text: `UPDATE free_fire_offers SET status = 'draft' WHERE id = 'ff_100_10'` }),
    ).rejects.toThrow(/check constraint/);
  });

  test('when the extension offer-status is active, an administrator changes the status of a Free Fire offer', async () => {
    const extended = await secondServer(services.db, { config: { extensions: new Set(['offer-status']) } });
    const patch = userOn(extended.server, admin).patch;
    const response = await patch('/api/free-fire/offers/ff_100_10', { status: 'inactive' });
    expect(response.body).toMatchObject({ status: 'inactive', price: 150 });
    expect((await offers())[0].status).toBe('inactive');
    await patch('/api/free-fire/offers/ff_100_10', { status: 'active' });
  });
});
