import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { type FinishedProcess, finished } from '../support/child-output.ts';
import { freshDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { createUser } from '../support/users.ts';

const { server, services, url } = await testApp();
await createUser(server, services, { balance: 100 });
const folder = mkdtempSync(join(tmpdir(), 'almas-daily-'));
chmodSync(folder, 0o711);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const script = fileURLToPath(new URL('../../ops/daily.sh', import.meta.url));
const backups = join(folder, 'backups');
const figures = join(folder, 'figures');
const dateOf = (options: string) =>
  execFileSync('sh', ['-c', `TZ=Africa/Algiers date ${options} +%F`], { encoding: 'utf8' }).trim();
const backupNames = () => readdirSync(backups).filter((name) => name.endsWith('.backup'));

beforeEach(() => {
  for (const each of [backups, figures]) {
    rmSync(each, { recursive: true, force: true });
    mkdirSync(each);
  }
});

function daily(env: Record<string, string>, own: Record<string, string> = {}): Promise<FinishedProcess> {
  const { DATABASE_URL: _, DATA_DIR: __, ...inherited } = process.env;
  const environmentFile = join(folder, 'almas.env');
  writeFileSync(
    environmentFile,
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  return finished(
    // With the UMask of almas-daily.service.
    spawn('sh', ['-c', 'umask 0077; exec sh "$0"', script], {
      env: {
        ...inherited,
        ALMAS_ENV_FILE: environmentFile,
        BACKUP_DIR: backups,
        TEXTFILE_DIR: figures,
        ...own,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}
const inService = { DATABASE_URL: url, CODES_KEY: 'a key for tests, longer than 32 characters' };

describe('the daily script', () => {
  test('the daily script reads the service’s environment, writes one backup and exports its size, rows and accounts', async () => {
    const { code, output } = await daily(inService);
    expect(output).toContain('Les comptes sont justes');
    expect(code).toBe(0);
    expect(backupNames()).toHaveLength(1);
    const written = readFileSync(join(figures, 'almas.prom'), 'utf8');
    expect(written).toMatch(/^daily_last_backup_bytes [1-9]\d+$/m);
    expect(written).toMatch(/^daily_last_backup_rows [1-9]\d*$/m);
    expect(written).toMatch(/^daily_last_backup_accounts [1-9]\d*$/m);
    expect(written).toMatch(/^daily_refused_backup_bytes 0$/m);
    expect(written).toMatch(/^daily_last_audit_exit_code 0$/m);
  });

  // Turned red by: a second run that is silent about the backup that it did not write.
  test('a daily script that is run a second time on a day says that the backup of the day is there, and audits', async () => {
    expect((await daily(inService)).output).not.toContain('existe déjà');
    const before = statSync(join(backups, backupNames()[0] ?? '')).mtimeMs;
    const { code, output } = await daily(inService);
    expect(output).toContain('La sauvegarde de ce jour existe déjà : ');
    expect(output).toContain('Les comptes sont justes');
    expect(code).toBe(0);
    expect(backupNames().map((name) => statSync(join(backups, name)).mtimeMs)).toEqual([before]);
  });

  test('a daily script that starts while another one runs ends with 1, and the first one’s backup is whole', async () => {
    writeFileSync(join(backups, '.lock'), '');
    const holder = spawn('flock', [join(backups, '.lock'), 'cat'], { stdio: ['pipe', 'ignore', 'ignore'] });
    await eventually(
      async () =>
        (
          await finished(
            spawn('flock', ['-n', join(backups, '.lock'), 'true'], { stdio: ['ignore', 'pipe', 'pipe'] }),
          )
        ).code === 1,
    );
    const halfWritten = join(backups, 'almas-2026-01-01.backup.aaaaaaaa.part');
    writeFileSync(halfWritten, 'x');
    const second = await daily(inService);
    expect(second.output).toContain('La sauvegarde est déjà en cours');
    expect(second.code).toBe(1);
    expect(existsSync(halfWritten)).toBe(true);
    holder.stdin.end();
    await eventually(() => holder.exitCode !== null);
    expect((await daily(inService)).code).toBe(0);
    expect(readdirSync(backups).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('the daily script makes backups readable to the service’s account alone, and its figures to node_exporter', async () => {
    expect((await daily(inService)).code).toBe(0);
    const modeOf = (...path: string[]) => statSync(join(...path)).mode & 0o777;
    expect(backupNames().map((name) => modeOf(backups, name))).toEqual([0o600]);
    expect(modeOf(figures, 'almas.prom')).toBe(0o644);
  });

  test('the daily script fails without a database, writes no backup, and exports that the audit failed', async () => {
    const { code, output } = await daily({ DATA_DIR: join(folder, 'no-database') });
    expect(code).toBe(1);
    expect(output).toContain('Aucune base de données dans');
    expect(backupNames()).toEqual([]);
    const written = readFileSync(join(figures, 'almas.prom'), 'utf8');
    expect(written).not.toContain('daily_last_backup');
    expect(written).toMatch(/^daily_last_audit_exit_code 1$/m);
  });

  test('the daily script fails for a database without an account, and keeps no backup of it', async () => {
    const empty = await freshDatabase();
    const { code, output } = await daily({ ...inService, DATABASE_URL: empty.url });
    expect(output).toContain('La base ne contient aucun compte');
    expect(code).toBe(1);
    expect(readdirSync(backups).filter((name) => !name.startsWith('.'))).toEqual([]);
    expect(readFileSync(join(figures, 'almas.prom'), 'utf8')).not.toContain('daily_last_backup');
  });

  // Turned red by: a script that ends where the backup failed.
  test('the daily script audits on a day whose backup fails, ends with 1, and exports the backup that there is', async () => {
    expect((await daily(inService)).code).toBe(0);
    const [made = ''] = backupNames();
    renameSync(join(backups, made), join(backups, 'almas-2026-01-01.backup'));
    // Its output cannot be written.
    mkdirSync(join(backups, '.last.json.part'));
    const { code, output } = await daily(inService);
    expect(output).toContain('Les comptes sont justes');
    expect(code).toBe(1);
    expect(backupNames()).toEqual(['almas-2026-01-01.backup']);
    const written = readFileSync(join(figures, 'almas.prom'), 'utf8');
    expect(written).toMatch(/^daily_last_backup_bytes [1-9]\d+$/m);
    expect(written).toMatch(/^daily_last_audit_exit_code 0$/m);
  });

  // Turned red by: a verified file that is deleted because it could not be noted.
  test('the daily script keeps a backup that could not be noted in the database, says so, and audits', async () => {
    const { db, url: refusing } = await freshDatabase();
    await createUser(server, { ...services, db });
    await db.query({
      text: `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused' USING ERRCODE = '57P03'; END $$;
        CREATE TRIGGER refuse BEFORE INSERT ON maintenance_runs FOR EACH ROW WHEN (NEW.kind = 'backup') EXECUTE FUNCTION refuse()`,
    });
    const { code, output } = await daily({ ...inService, DATABASE_URL: refusing });
    expect(output).toContain(
      'La sauvegarde est complète, mais n’a pas pu être notée dans « État du système » : ',
    );
    expect(output).toContain('Les comptes sont justes');
    expect(backupNames()).toHaveLength(1);
    expect(readFileSync(join(figures, 'almas.prom'), 'utf8')).toMatch(/^daily_last_backup_accounts 1$/m);
    expect(code).toBe(0);
  });

  // Turned red by: a script that ends where it refused the backup; one that keeps each of the refused.
  test('the daily script sets a backup of less than half of the former size aside, alone, audits, exports its size and ends with 1', async () => {
    writeFileSync(join(backups, 'almas-2026-01-01.backup'), Buffer.alloc(5_000_000));
    writeFileSync(join(backups, 'almas-2026-01-02.backup.suspect'), 'x');
    const { code, output } = await daily(inService);
    expect(code).toBe(1);
    expect(output).toMatch(/moins de la moitié de la précédente \(5000000\)/);
    expect(output).toContain('Les comptes sont justes');
    expect(backupNames()).toEqual(['almas-2026-01-01.backup']);
    const [suspect = '', ...others] = readdirSync(backups).filter((name) => name.endsWith('.suspect'));
    expect(suspect > 'almas-2026-01-02').toBe(true);
    expect(others).toEqual([]);
    const written = readFileSync(join(figures, 'almas.prom'), 'utf8');
    expect(written).toContain(`\ndaily_refused_backup_bytes ${statSync(join(backups, suspect)).size}\n`);
    expect(written).toMatch(/^daily_last_backup_bytes 5000000$/m);
    // A line without its figure makes node_exporter refuse the whole file.
    expect(written).not.toMatch(/^\w+ $/m);
    expect(written).toMatch(/^daily_last_audit_exit_code 0$/m);

    // The next night fails: its output cannot be written.
    mkdirSync(join(backups, '.last.json.part'));
    expect((await daily(inService)).code).toBe(1);
    const [refused] = /^daily_refused_backup_bytes .*$/m.exec(written) ?? [];
    expect(readFileSync(join(figures, 'almas.prom'), 'utf8')).toContain(`\n${refused}\n`);
    rmSync(join(backups, '.last.json.part'), { recursive: true });

    // Accepted by its new name: the next night no longer refuses.
    renameSync(join(backups, suspect), join(backups, suspect.replace('.suspect', '')));
    expect((await daily(inService)).code).toBe(0);
    expect(readFileSync(join(figures, 'almas.prom'), 'utf8')).toMatch(/^daily_refused_backup_bytes 0$/m);
  });

  test('the daily script audits everything each time', async () => {
    for (const _run of [1, 2]) {
      const { code, output } = await daily(inService);
      expect(output).toMatch(/Contrôle complet : /);
      expect(code, output).toBe(0);
    }
  });

  test('the daily script keeps the newest fourteen backups and deletes older ones', async () => {
    for (let day = 1; day <= 20; day += 1) {
      writeFileSync(join(backups, `almas-2026-01-${String(day).padStart(2, '0')}.backup`), 'x');
    }
    expect((await daily(inService)).code).toBe(0);
    expect(backupNames()).toHaveLength(14);
    expect(backupNames()).not.toContain('almas-2026-01-07.backup');
    expect(backupNames()).toContain('almas-2026-01-08.backup');
  });

  // Turned red by: backups that keep their name after a night whose clock was ahead.
  test('the daily script sets a backup of a later date aside, so that the last one by name is the newest, and takes it back after its date, whose own backup is written', async () => {
    writeFileSync(join(backups, 'almas-2099-01-10.backup'), Buffer.alloc(5_000_000));
    // The night of the script is one of these two.
    for (const later of ['', '-d tomorrow'])
      writeFileSync(join(backups, `almas-${dateOf(later)}.backup.ahead`), 'x');
    writeFileSync(join(backups, 'almas-2026-01-01.backup'), 'x');
    writeFileSync(join(backups, 'almas-2026-01-02.backup.ahead'), 'x');
    const { code, output } = await daily(inService);
    expect(code, output).toBe(0);
    expect(output).toContain(`Elle est gardée à part : ${join(backups, 'almas-2099-01-10.backup.ahead')}`);
    expect(backupNames().sort().slice(0, 2)).toEqual(['almas-2026-01-01.backup', 'almas-2026-01-02.backup']);
    expect(output).not.toContain('existe déjà');
    const written = backupNames().filter((name) => statSync(join(backups, name)).size > 1);
    expect(written).toHaveLength(1);
    expect(readFileSync(join(backups, `${written}.ahead`), 'utf8')).toBe('x');
    expect(readFileSync(join(figures, 'almas.prom'), 'utf8')).not.toMatch(
      /^daily_last_backup_bytes 5000000$/m,
    );
  });

  test('a new backup that a wrong clock dates before all others is kept, and compared with the last of the others', async () => {
    for (let day = 10; day < 24; day++) writeFileSync(join(backups, `almas-2099-01-${day}.backup`), 'x');
    const first = await daily(inService);
    expect(first.code, first.output).toBe(0);
    expect(backupNames()).toHaveLength(1);
    expect(readdirSync(backups).filter((name) => name.endsWith('.ahead'))).toHaveLength(14);
    rmSync(join(backups, backupNames()[0] ?? ''));
    writeFileSync(join(backups, 'almas-2099-01-23.backup.ahead'), Buffer.alloc(5_000_000));
    const second = await daily(inService);
    expect(second.output).toContain('moins de la moitié de la précédente (5000000)');
    expect(second.code).toBe(1);
  });

  test('the daily script ends with 1 when its figures cannot be written, because no alert would fire at the next failure', async () => {
    rmSync(figures, { recursive: true });
    const { code, output } = await daily(inService);
    expect(output).toContain('Les comptes sont justes');
    expect(output).toMatch(new RegExp(`\nLes chiffres n’ont pas pu être écrits dans ${figures} : .*\\.\n$`));
    expect(backupNames()).toHaveLength(1);
    expect(code).toBe(1);
  });

  test.each([
    ['BACKUP_DIR is not given', { BACKUP_DIR: '' }, /^Indiquez BACKUP_DIR, .* et TEXTFILE_DIR, .*\.\n$/],
    ['TEXTFILE_DIR is not given', { TEXTFILE_DIR: '' }, /^Indiquez BACKUP_DIR, .* et TEXTFILE_DIR, .*\.\n$/],
    [
      'BACKUP_DIR is missing',
      { BACKUP_DIR: join(folder, 'missing') },
      /^Le dossier \S+missing \(BACKUP_DIR\) n’existe pas, ou ne peut pas être écrit .*\.\n$/,
    ],
  ] as const)('the daily script ends with 1 and one sentence when %s', async (_case, own, sentence) => {
    const { code, output } = await daily(inService, own);
    expect(output).toMatch(sentence);
    expect(code).toBe(1);
    expect(existsSync(join(figures, 'almas.prom'))).toBe(false);
  });
});
