import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { auditTexts } from '@almas/locale/audit';
import { backupTexts } from '@almas/locale/operator';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, onTestFinished, test } from 'vitest';
import { decrypt } from '../../server/src/backup/encryption.ts';
import { writeBackup } from '../../server/src/backup/write-backup.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { testApp } from '../support/app.ts';
import type { FinishedProcess } from '../support/child-output.ts';
import { temporaryFolder } from '../support/cluster.ts';
import { freshDatabase } from '../support/database.ts';
import { onDatabase, startCommand } from '../support/operator-command.ts';
import { createProduct, importCodes } from '../support/shop.ts';
import { createUser, signIn } from '../support/users.ts';

const { server, services, url, query } = await testApp();

/** Runs a command of the operator on the database of this file, beside the server that uses it. */
const run = (...args: string[]): Promise<FinishedProcess> => runWith({}, ...args);
const runWith = (env: Record<string, string>, ...args: string[]): Promise<FinishedProcess> =>
  startCommand(args, { ...onDatabase(url), ...env }).ended;

const readWhole = /Contrôle complet : toutes les lignes, dont \S+ écriture\(s\) au grand livre\./;

test('the command audit shows its progress, ends with 0 without a discrepancy, and otherwise with 1 and a sentence per discrepancy', async () => {
  const reseller = await createUser(server, services, { balance: 100 });
  const clean = await run('audit');
  expect(clean.output).toMatch(/\[1\/\d+\] Chaque solde est la somme de son grand livre/);
  expect(clean.output).toMatch(/Les comptes sont justes/);
  expect(clean.output).toMatch(readWhole);
  expect(clean.output).not.toContain('--recent');
  expect(clean.code).toBe(0);
  await services.db.query({ text: 'UPDATE recharges SET amount = amount + 1' });
  const broken = await run('audit');
  expect(broken.output).toMatch(/ÉCART : Chaque recharge a sa transaction \(1\)/);
  expect(broken.output).toMatch(/Recharge n° \d+ : transaction absente ou différente\./);
  expect(broken.output).toMatch(/1 écart\(s\) trouvé\(s\)/);
  expect(broken.code).toBe(1);
  await services.db.query({ text: 'UPDATE recharges SET amount = amount - 1' });
  expect((await reseller.get('/api/me')).status).toBe(200);
});

test('the command audit names the codes for sale that do not open, and those that hold another code than was imported', async () => {
  const admin = await createUser(server, services, { role: 'admin' });
  const product = await createProduct(admin);
  await importCodes(admin, product, 4);
  const rows = await query<{ id: number; sealed: Buffer }>(
    'SELECT id, sealed FROM codes WHERE product_id = $1 ORDER BY id',
    product.id,
  );
  const [clean, damaged, exchanged] = rows.map(({ id }) => id);
  await query(
    'UPDATE codes SET sealed = set_byte(sealed, 14, 255 - get_byte(sealed, 14)) WHERE id = $1',
    damaged,
  );
  await query(
    'UPDATE codes SET sealed = $2 WHERE id = $1',
    exchanged,
    services.vault.seal(exchanged ?? 0, 'A-CODE-OF-NO-VALUE'),
  );
  const { code, output } = await run('audit');
  expect(output).toMatch(/ÉCART : Chaque code à vendre s’ouvre avec les clés .* \(2\)/);
  for (const id of [damaged, exchanged]) expect(output).toContain(`Code n° ${id} : illisible`);
  expect(output).not.toContain(`Code n° ${clean} `);
  expect(code).toBe(1);
  for (const { id, sealed } of rows)
    await services.db.query({ text: 'UPDATE codes SET sealed = $2 WHERE id = $1', values: [id, sealed] });
});

test('the command audit says how many rows it has read, and reads everything with the former flag --recent too', async () => {
  await runJobs(services);
  const titles = Object.values(auditTexts.checks).map(({ title }) => title);
  const { code, output } = await run('audit', '--recent');
  expect(output).toMatch(readWhole);
  for (const title of titles) expect(output).toContain(`/${titles.length}] ${title}`);
  expect(output).toContain(`[${titles.length}/${titles.length}] `);
  expect(output).toContain('--recent n’existe plus');
  expect(output).toMatch(/chaîne jusqu’à \d+:[\da-f]{32}/);
  expect(code, output).toBe(0);
});

test('the command backup refuses a key that did not encrypt the database, and never encrypts a backup with it', async () => {
  const file = join(tmpdir(), `almas-wrong-key-${process.pid}.backup`);
  onTestFinished(() => rmSync(file, { force: true }));
  const wrong = { CODES_KEY: 'another key, which has sealed none of these codes' };
  const refused = await runWith(wrong, 'backup', file);
  expect(refused.output).toContain('n’est pas celle qui a chiffré cette base');
  expect(refused.code).toBe(1);
  expect(existsSync(file)).toBe(false);
  // The keys are under the next secret already, as after a rotation whose last step is still to come.
  const both = { ...wrong, CODES_KEY_NEXT: 'a key for tests, longer than 32 characters' };
  expect((await runWith(both, 'backup', file)).code).toBe(0);
  const keys = { secrets: [both.CODES_KEY_NEXT] };
  expect((await buffer(await decrypt(file, keys))).length).toBeGreaterThan(0);
  await expect(decrypt(file, { secrets: [wrong.CODES_KEY] })).rejects.toThrow('ne s’ouvre pas');
});

test('the command audit with another key says that the check is incomplete and that the key is another one, and ends with 2', async () => {
  await createUser(server, services);
  const wrong = { CODES_KEY: 'another key, which has sealed none of these codes' };
  const { code, output } = await runWith(wrong, 'audit');
  expect(output).toContain('n’est pas celle qui a chiffré cette base');
  expect(output).toContain('Contrôle incomplet');
  expect(output).not.toContain('justes');
  expect(code).toBe(2);
});

test('the command audit verifies the chain of the audit trail, and reports when a known head is missing from it', async () => {
  const admin = await createUser(server, services, { role: 'admin' });
  const reseller = await createUser(server, services, { status: 'pending' });
  await admin.post(`/api/users/${reseller.id}/activate`);
  await runJobs(services);
  const clean = await run('audit');
  const head = /Journal des actions : chaîne jusqu’à (\d+:[\da-f]{32})\./.exec(clean.output)?.[1] ?? '';
  expect(clean.code, clean.output).toBe(0);
  expect((await run('audit', `--trail=${head}`)).code).toBe(0);
  const foreign = head.replace(/:../, ':zz').replace('zz', head.includes(':00') ? '11' : '00');
  const other = await run('audit', `--trail=${foreign}`);
  expect(other.output).toMatch(/Position \d+ : connue auparavant, absente ou différente aujourd’hui\./);
  expect(other.code).toBe(1);
  expect((await run('audit', '--trail=nonsense')).output).toContain(
    '« nonsense » n’est pas une fin de journal',
  );
  // The audit before this one noted where the chain ended.
  await query(`ALTER TABLE audit_trail_seals DISABLE TRIGGER USER; DELETE FROM audit_trail_seals;
           ALTER TABLE audit_trail_seals ENABLE TRIGGER USER`);
  const cut = await run('audit');
  expect(cut.output).toContain('ÉCART : La chaîne du journal va aussi loin qu’avant (1)');
  expect(cut.code).toBe(1);
  expect((await run('audit')).code).toBe(0);
});

test('the command reset-password prints a new password with which the administrator signs in, and ends open sessions; spaces around the email are ignored, and its flag may stand before it', async () => {
  const admin = await createUser(server, services, { role: 'admin', email: 'chef@exemple.dz' });
  const { code, output } = await run('reset-password', '--second-factor', ' chef@exemple.dz ');
  expect(code).toBe(0);
  const password = /notez-le maintenant\) : (\S+)/.exec(output)?.[1];
  expect((await admin.get('/api/me')).status).toBe(401);
  expect((await signIn(server, 'chef@exemple.dz', password)).status).toBe(200);
});

test('the command reset-password refuses an email that no administrator has', async () => {
  const unknown = await run('reset-password', 'personne@exemple.dz');
  expect(unknown.code).toBe(1);
  expect(unknown.output).toContain('Aucun administrateur n’a l’adresse personne@exemple.dz.');
});

test('the command add-admin creates an administrator whose printed password signs in, and records it in the audit trail', async () => {
  expect((await run('add-admin', 'pas-une-adresse')).output).toBe(
    '« pas-une-adresse » n’est pas une adresse e-mail.\n',
  );
  const { code, output } = await run('add-admin', 'seconde@exemple.dz');
  expect(output).toContain('Administrateur créé : seconde@exemple.dz');
  expect(code).toBe(0);
  const password = /notez-le maintenant\) : (\S+)/.exec(output)?.[1];
  const response = await signIn(server, 'seconde@exemple.dz', password);
  expect(response.status).toBe(200);
  const trail = await services.db.query({
    text: `SELECT actor_name, action FROM audit_trail WHERE subject_name = 'seconde@exemple.dz'`,
  });
  expect(trail.rows).toEqual([{ actor_name: 'Ligne de commande', action: 'user.create-administrator' }]);
  const again = await run('add-admin', 'SECONDE@exemple.dz');
  expect(again).toEqual({ code: 1, output: 'L’adresse SECONDE@exemple.dz appartient déjà à un compte.\n' });
});

test('the command reactivate-admin reactivates a deactivated administrator and no reseller', async () => {
  const admin = await createUser(server, services, { role: 'admin' });
  const other = await createUser(server, services, { role: 'admin' });
  const reseller = await createUser(server, services, { status: 'inactive' });
  await admin.post(`/api/users/${other.id}/deactivate`);
  expect((await run('reactivate-admin', reseller.email)).code).toBe(1);
  const { code, output } = await run('reactivate-admin', other.email);
  expect({ code, output }).toEqual({
    code: 0,
    output: `L’administrateur ${other.email} est de nouveau actif.\n`,
  });
  const rows = await query(
    'SELECT actor_name, action FROM audit_trail WHERE subject_id = $1 ORDER BY id',
    other.id,
  );
  expect(rows).toEqual([
    { actor_name: 'Amine Benali', action: 'user.deactivate' },
    { actor_name: 'Ligne de commande', action: 'user.activate' },
  ]);
  const again = await run('reactivate-admin', other.email);
  expect(again.output).toContain('est déjà actif');
  expect(again.code).toBe(0);
});

test('the command restore ends with 2 and says so when the codes it restored do not open with the given key', async () => {
  const secret = 'the secret of another day, longer than 32 characters';
  const file = join(tmpdir(), `almas-other-key-${process.pid}.backup`);
  onTestFinished(() => rmSync(file, { force: true }));
  // As from an archive of before a key rotation: the given key opens the file, but not the codes in it.
  await writeBackup(services.db, file, { secrets: [secret] }, () => undefined);
  const other = await freshDatabase();
  const restored = await startCommand(['restore', file], { DATABASE_URL: other.url, CODES_KEY: secret })
    .ended;
  expect(restored.output).toMatch(
    /n’est pas celle qui a chiffré cette base\. .* aucun serveur ne démarre sans la clé de ce moment/,
  );
  expect(restored.output).toContain('Contrôle incomplet');
  expect(restored.output).not.toContain('Les comptes sont justes');
  expect(restored.code).toBe(2);
});

// Turned red by: a sentence that only a restore to a second prints; codes that were sold since and are sold once more without a word.
test('the command restore says for a file too what is for sale, pending or valid again, and prepare-restored says the same', async () => {
  const folder = temporaryFolder('since');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'a.backup');
  await run('backup', file);
  const other = await freshDatabase();
  for (const args of [['restore', file], ['prepare-restored']]) {
    const { code, output } = await startCommand(args, onDatabase(other.url)).ended;
    expect(output).toContain(backupTexts.soldSince);
    expect(output).toContain(backupTexts.sessionsEnded);
    expect(code).toBe(0);
  }
});

test.runIf(existsSync('/dev/full'))(
  'a command whose output cannot be written ends with 1 and says so, since a password may be lost with it',
  async () => {
    const admin = await createUser(server, services, { role: 'admin' });
    const full = openSync('/dev/full', 'w');
    const ofCommand = startCommand(['reset-password', admin.email], onDatabase(url), full);
    const { code, output } = await ofCommand.ended;
    closeSync(full);
    expect(output).toContain('La sortie n’a pas pu être écrite');
    expect(code).toBe(1);
  },
);

/** Each with one mistyped letter. */
const mistypedRecipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q';
const mistypedIdentity = 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEQ';

test('a mistyped public key of backups is refused in one sentence, and leaves no file', async () => {
  const file = join(tmpdir(), `almas-mistyped-${process.pid}.backup`);
  const { code, output } = await runWith({ BACKUP_RECIPIENT: mistypedRecipient }, 'backup', file);
  expect(code).toBe(1);
  expect(output).toMatch(/^BACKUP_RECIPIENT doit être une clé publique age[^\n]*\n$/);
  expect(existsSync(file)).toBe(false);
});

test('a backup for a public key says that its private key must be kept, and a restore without it names BACKUP_IDENTITY_FILE', async () => {
  await createUser(server, services, { role: 'admin' });
  const folder = temporaryFolder('recipient');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, identityFile] = [join(folder, 'a.backup'), join(folder, 'identity')];
  const identity = await generateX25519Identity();
  writeFileSync(identityFile, identity);
  const recipient = await identityToRecipient(identity);
  const written = await runWith({ BACKUP_RECIPIENT: recipient }, 'backup', file);
  expect(written.output).toMatch(
    /\nElle ne s’ouvre qu’avec la clé privée de BACKUP_RECIPIENT[^\n]*BACKUP_IDENTITY_FILE[^\n]*\.\n$/,
  );
  expect(written.code).toBe(0);
  expect((await run('backup', join(folder, 'b.backup'))).output).not.toContain('BACKUP_RECIPIENT');
  const other = await freshDatabase();
  const restore = (env: Record<string, string>) =>
    startCommand(['restore', file], { ...onDatabase(other.url), ...env }).ended;
  expect(await restore({})).toEqual({
    code: 1,
    output: `Le fichier ${file} ne s’ouvre pas : il est chiffré pour une clé publique. Indiquez sa clé privée dans BACKUP_IDENTITY_FILE. Rien n’a été écrit.\n`,
  });
  expect(await restore({ BACKUP_IDENTITY_FILE: identityFile })).toMatchObject({ code: 0 });
});

test('a mistyped private key of backups is refused in one sentence that does not repeat it', async () => {
  const folder = temporaryFolder('mistyped');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [file, identity] = [join(folder, 'a.backup'), join(folder, 'identity')];
  writeFileSync(file, 'age-encryption.org/v1\n');
  writeFileSync(identity, `# created: today\n${mistypedIdentity}\n`);
  const { code, output } = await runWith({ BACKUP_IDENTITY_FILE: identity }, 'restore', file);
  expect(code).toBe(1);
  expect(output).toMatch(/^BACKUP_IDENTITY_FILE : [^\n]*\n$/);
  expect(output).not.toContain(mistypedIdentity);
});
