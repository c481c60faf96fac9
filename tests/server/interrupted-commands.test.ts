import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Database } from '../../server/src/database/pool.ts';
import { testApp } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { onDatabase, startCommand } from '../support/operator-command.ts';
import { waitingForLocks } from '../support/row-locks.ts';
import { createUser } from '../support/users.ts';

/*
 * How the commands of the operator handle Ctrl-C and lost connections, and whether their messages about it are true. Turned red by: a
 * command that a signal does not interrupt; a sentence that stays the same once the backup is written, or the database restored.
 */
const { server, services, url, query } = await testApp();
await createUser(server, services, { role: 'admin' });
const folder = mkdtempSync(join(tmpdir(), 'almas-interrupted-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (args: readonly string[], env: Record<string, string> = {}) =>
  startCommand(args, { ...onDatabase(url), ...env });

/** Holds a lock until `work` is over. */
async function whileHeld<Result>(db: Database, lock: string, work: () => Promise<Result>): Promise<Result> {
  const holder = await db.connect();
  await holder.query(`BEGIN; LOCK TABLE ${lock} MODE`);
  try {
    return await work();
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

/** Interrupts the command as soon as it waits for the lock. @returns how it ended, with nothing of it left in the database */
function interruptedAt(db: Database, lock: string, args: readonly string[], env?: Record<string, string>) {
  return whileHeld(db, lock, async () => {
    const { child, ended } = start(args, env);
    await eventually(async () => (await waitingForLocks(db)) > 0, { seconds: 30 });
    child.kill('SIGINT');
    const { code, output } = await ended;
    expect(output).not.toMatch(/\bat \S+:\d+/);
    expect(code).toBe(130);
    await eventually(async () => (await waitingForLocks(db)) === 0);
    return output;
  });
}

describe('Ctrl-C', () => {
  test.each([
    ['audit', [], 'Commande interrompue avant la fin.'],
    ['backup', [join(folder, 'interrupted.backup')], 'Sauvegarde interrompue : aucun fichier n’a été écrit.'],
    ['rotate-keys', [], 'Interrompu : tous les codes restent lisibles.'],
  ])(
    'Ctrl-C ends the command %s and its statement in the database, and leaves no file',
    async (command, args, sentence) => {
      expect(await interruptedAt(services.db, 'codes IN ACCESS EXCLUSIVE', [command, ...args])).toContain(
        sentence,
      );
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  test('a backup interrupted after its file was written says that it is complete, and it can be restored', async () => {
    const file = join(folder, 'written.backup');
    // The backup can read the table, but cannot write its record after it.
    const output = await interruptedAt(services.db, 'maintenance_runs IN SHARE', ['backup', file]);
    expect(output).toContain('Interrompu : la sauvegarde est complète');
    expect(output).not.toContain('aucun fichier');
    const other = await freshDatabase();
    const restored = await start(['restore', file], { DATABASE_URL: other.url }).ended;
    expect(restored.output).toContain('Les comptes sont justes.');
    expect(restored.code).toBe(0);
  });

  test('a restore interrupted during its audit says that the database is restored, and the audit finds no discrepancy', async () => {
    const file = join(folder, 'to-restore.backup');
    expect((await start(['backup', file]).ended).code).toBe(0);
    const { db, url: target } = await freshDatabase();
    const [reader, next] = [await db.connect(), await db.connect()];
    await reader.query('BEGIN; LOCK TABLE outbox IN ACCESS SHARE MODE');
    const { child, ended } = start(['restore', file], { DATABASE_URL: target });
    await eventually(async () => (await waitingForLocks(db)) === 1, { seconds: 30 });
    // The lock is granted at the commit of the restore, before the audit reads the table.
    const held = next.query('BEGIN; LOCK TABLE outbox IN ACCESS EXCLUSIVE MODE');
    await eventually(async () => (await waitingForLocks(db)) === 2);
    await reader.query('ROLLBACK');
    await held;
    // The audit reads over two connections, and two of its checks read this table.
    await eventually(async () => (await waitingForLocks(db)) >= 1, { seconds: 30 });
    child.kill('SIGINT');
    const { code, output } = await ended;
    await next.query('ROLLBACK');
    for (const client of [reader, next]) client.release();
    expect(output).toContain('Contrôle interrompu : la base est restaurée');
    expect(output).not.toContain('rien n’a été restauré');
    expect(code).toBe(130);
    const { rows } = await db.query({ text: 'SELECT count(*) AS accounts FROM users' });
    expect(rows).toEqual([{ accounts: 1 }]);
    expect((await start(['audit'], { DATABASE_URL: target }).ended).code).toBe(0);
  });

  test('a demonstration interrupted by Ctrl-C prints the administrator’s password, and the next run says to delete the database', async () => {
    const { db, url: target } = await freshDatabase();
    const env = { DATABASE_URL: target };
    const early = await interruptedAt(db, 'users IN ACCESS EXCLUSIVE', ['demo'], env);
    expect(early).toContain('Démonstration interrompue avant son début. Relancez la commande.');
    const output = await interruptedAt(db, 'purchases IN ACCESS EXCLUSIVE', ['demo'], env);
    expect(output).toMatch(/Premier administrateur créé : .+\nMot de passe .+ : \S+/);
    expect(output).toContain('Démonstration interrompue : cette base n’en contient qu’une partie.');
    const again = await start(['demo'], env).ended;
    expect(again.output).toContain('Si elle a été interrompue, supprimez cette base');
    expect(again.code).toBe(1);
  });
});

test('a backup whose database connections are lost ends with a sentence and leaves no file', async () => {
  await whileHeld(services.db, 'codes IN ACCESS EXCLUSIVE', async () => {
    const { ended } = start(['backup', join(folder, 'cut.backup')]);
    await eventually(async () => (await waitingForLocks(services.db)) > 0, { seconds: 30 });
    await query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    const { code, output } = await ended;
    expect(output).toContain('La base de données ne répond plus.');
    expect(output).not.toMatch(/\bat \S+:\d+/);
    expect(code).toBe(1);
    expect(existsSync(join(folder, 'cut.backup'))).toBe(false);
  });
});
