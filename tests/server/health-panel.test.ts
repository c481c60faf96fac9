import { tmpdir } from 'node:os';
import { news } from '@almas/locale/news';
import { describe, expect, test } from 'vitest';
import type { ArchiveState } from '../../server/src/database/archive/archive-state.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { announceFailures } from '../../server/src/modules/operations/announce-failures.ts';
import { newestRun, recordMaintenanceRun } from '../../server/src/modules/operations/read-figures.ts';
import { testApp } from '../support/app.ts';
import { createUser } from '../support/users.ts';

let now = new Date();
let archive: ArchiveState | undefined;
const { server, services, query } = await testApp({
  config: { dataDir: tmpdir() },
  services: { now: () => now, archiveState: async () => archive },
});
const admin = await createUser(server, services, { role: 'admin' });
const reseller = await createUser(server, services);
const read = async () => (await admin.get('/api/health')).body;
const hour = 3_600_000;

describe('the health panel', () => {
  test('the health panel shows database, disk and pool, and attention for a backup that was never made', async () => {
    const seen = await read();
    expect(seen.database).toEqual({
      state: 'ok',
      role: 'primary',
      writable: true,
      bytes: expect.any(Number),
    });
    expect(seen.database.bytes).toBeGreaterThan(1_000_000);
    expect(seen.disk.totalBytes).toBeGreaterThan(seen.disk.freeBytes);
    expect(seen.pool).toMatchObject({ state: 'ok', waiting: 0, size: services.config.databasePool });
    expect(seen.backup).toEqual({ state: 'attention', at: null, succeeded: null });
    expect(seen.archive).toBeNull();
    expect(seen.oldestRequest).toEqual({ state: 'ok', seconds: 0 });
  });

  test('the health panel shows a backup as ok, and after 37 hours as failed, like a failed audit', async () => {
    await recordMaintenanceRun(services.db, { kind: 'backup', succeeded: true, figures: {} });
    await recordMaintenanceRun(services.db, { kind: 'audit', succeeded: false, figures: {} });
    const fresh = await read();
    expect(fresh.backup).toMatchObject({ state: 'ok', succeeded: true, at: expect.stringMatching(/Z$/) });
    expect(fresh.audit).toMatchObject({ state: 'failed', succeeded: false });
    expect(await newestRun(services.db, 'audit')).toMatchObject({ kind: 'audit', succeeded: false });
    expect(await newestRun(services.db, 'backup')).toMatchObject({ kind: 'backup', succeeded: true });
    now = new Date(Date.now() + 37 * hour);
    expect((await read()).backup.state).toBe('failed');
    now = new Date();
  });

  test('a backup and an audit that a clock ahead has dated do not hide those that follow', async () => {
    await query(`INSERT INTO maintenance_runs (kind, succeeded, finished_at)
             SELECT kind, true, now() + interval '1 year' FROM unnest(ARRAY['backup', 'audit']) kind`);
    await recordMaintenanceRun(services.db, { kind: 'audit', succeeded: false, figures: {} });
    expect((await read()).audit).toMatchObject({ state: 'failed', succeeded: false });
    now = new Date(Date.now() + 37 * hour);
    expect((await read()).backup.state).toBe('failed');
    now = new Date();
    await services.db.query({ text: 'DELETE FROM maintenance_runs WHERE finished_at > now()' });
  });

  test('the health panel shows attention when a recharge request has waited for three hours', async () => {
    await reseller.post('/api/recharge-requests', { amount: 500, method: 'ccp' });
    expect((await read()).oldestRequest.state).toBe('ok');
    await query(`UPDATE recharge_requests SET created_at = now() - interval '3 hours'`);
    const { oldestRequest } = await read();
    expect(oldestRequest.state).toBe('attention');
    expect(oldestRequest.seconds).toBeGreaterThanOrEqual(3 * 3_600);
  });

  test('the health panel shows a late archive as failed, and an archive without a base backup as attention', async () => {
    const at = Date.parse('2026-03-02T13:00:00Z');
    archive = { lagSeconds: 3.7, archivedAt: at, baseAt: at, restorableFrom: at, foreignTimelines: [] };
    expect((await read()).archive).toEqual({
      state: 'ok',
      lagSeconds: 3,
      archivedAt: '2026-03-02T13:00:00.000Z',
      restorableFrom: '2026-03-02T13:00:00.000Z',
    });
    archive = { ...archive, lagSeconds: 60 };
    expect((await read()).archive.state).toBe('ok');
    archive = { ...archive, lagSeconds: 61 };
    expect((await read()).archive.state).toBe('failed');
    archive = {
      lagSeconds: 0,
      archivedAt: undefined,
      baseAt: undefined,
      restorableFrom: undefined,
      foreignTimelines: [],
    };
    expect((await read()).archive).toMatchObject({ state: 'attention', restorableFrom: null });
  });

  test('the health panel shows attention when the last good run of a job was 16 minutes ago', async () => {
    services.jobRuns.set('delete expired keys', Date.now());
    expect((await read()).jobs).toEqual({
      state: 'ok',
      list: [{ name: 'delete expired keys', lastRunAt: expect.any(String) }],
    });
    services.jobRuns.set('delete expired keys', Date.now() - 16 * 60_000);
    expect((await read()).jobs.state).toBe('attention');
    // The clock was set back, and the job has not run since.
    services.jobRuns.set('delete expired keys', Date.now() + 16 * 60_000);
    expect((await read()).jobs.state).toBe('attention');
  });
});

describe('a part of the installation that has failed', () => {
  const messages = async () =>
    (
      await query<{ subject: string }>(
        `SELECT payload ->> 'subject' AS subject FROM outbox WHERE payload ->> 'type' = 'health_failed' ORDER BY id`,
      )
    ).map(({ subject }) => subject);
  const run = () => transaction(services.db, announceFailures(services));
  const audited = (succeeded: boolean) =>
    recordMaintenanceRun(services.db, { kind: 'audit', succeeded, figures: {} });

  test('a failed audit or backup is announced to administrators once, and again when it fails after it worked [DSK-77]', async () => {
    await query(
      `INSERT INTO push_subscriptions (user_id, endpoint, p256dh, auth)
             VALUES ($1, 'https://push.exemple.dz/h', decode(repeat('04', 65), 'hex'), decode(repeat('00', 16), 'hex'))`,
      admin.id,
    );
    archive = undefined;
    await audited(true);
    await run();
    expect(await messages()).toEqual([]);
    await audited(false);
    await run();
    await run();
    expect(await messages()).toEqual(['audit']);
    // A second part fails while the first one still does.
    await recordMaintenanceRun(services.db, { kind: 'backup', succeeded: false, figures: {} });
    await run();
    expect(await messages()).toEqual(['audit', 'backup']);
    await audited(true);
    await run();
    await audited(false);
    await run();
    expect(await messages()).toEqual(['audit', 'backup', 'audit']);
    expect(news('health_failed', 'audit,backup')?.text).toBe(
      'En panne ou à vérifier : le contrôle des comptes (écarts, incomplet ou trop ancien), la sauvegarde (en échec ou trop ancienne).',
    );
  });
});
