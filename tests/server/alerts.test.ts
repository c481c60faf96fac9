import { describe, expect, test } from 'vitest';
import { type Alert, onAlert, raiseDatabaseError } from '../../server/src/modules/alerts/raise-alert.ts';
import { alertsOf } from '../support/alerts.ts';
import { testApp } from '../support/app.ts';
import { createUser } from '../support/users.ts';

const { server, services } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });

describe('a load that fails in the database', () => {
  test('a load that fails in the database raises a system alert of high priority, and the caller gets 500 [NTF-18][ENT-46]', async () => {
    await services.db.query({ text: 'ALTER TABLE notifications RENAME TO away' });
    const alerts = await alertsOf(async () => {
      expect((await admin.get('/api/notifications')).status).toBe(500);
    });
    await services.db.query({ text: 'ALTER TABLE away RENAME TO notifications' });
    expect(alerts).toEqual([
      {
        type: 'system',
        title: 'Erreur de base de données',
        message: expect.stringContaining('notifications'),
        priority: 'high',
        data: { load: '/api/notifications' },
      },
    ]);
  });

  test('a call that is refused with 422 or 404 raises no system alert', async () => {
    const alerts = await alertsOf(async () => {
      expect((await admin.get('/api/notifications?limit=99')).status).toBe(422);
      expect((await admin.get('/api/free-fire/requests/0')).status).toBe(404);
    });
    expect(alerts).toEqual([]);
  });

  test('a listener that was removed before a load fails in the database receives no alert', async () => {
    const received: Alert[] = [];
    onAlert((alert) => received.push(alert))();
    await services.db.query({ text: 'ALTER TABLE notifications RENAME TO away' });
    await admin.get('/api/notifications');
    await services.db.query({ text: 'ALTER TABLE away RENAME TO notifications' });
    expect(received).toEqual([]);
  });
});

test('a load that failed without a reason has the sentence of the specification as its message', async () => {
  const alerts = await alertsOf(async () => {
    for (const error of [new Error(''), 'no error', new Error('disk')])
      raiseDatabaseError(services.log, 'products', error);
  });
  expect(alerts.map(({ message }) => message)).toEqual([
    'Erreur lors du chargement des données',
    'Erreur lors du chargement des données',
    'disk',
  ]);
});
