import { execFile } from 'node:child_process';
import fs, {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { audit } from '../../server/src/audit/audit.ts';
import { transaction } from '../../server/src/database/transaction.ts';
import { codeVault } from '../../server/src/vault/code-vault.ts';
import { masterSecret } from '../../server/src/vault/master-secret.ts';
import { openVault } from '../../server/src/vault/open-vault.ts';
import { deleteRetiredKeys, replaceKeys, resealCodes } from '../../server/src/vault/rotate-keys.ts';
import { readKeys, vaultKeys } from '../../server/src/vault/stored-keys.ts';
import { secondServer, testApp, testConfig } from '../support/app.ts';
import { temporaryFolder } from '../support/cluster.ts';
import { deferred } from '../support/deferred.ts';
import { eventually } from '../support/eventually.ts';
import {
  codesPath,
  createProduct,
  importCodes,
  newCodes,
  offerOf,
  type ShopProduct,
} from '../support/shop.ts';
import { clockEnvironment } from '../support/test-clock.mjs';
import { createUser, userOn } from '../support/users.ts';

const { server, services, url, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });
const buyer = await createUser(server, services, { balance: 1_000_000 });
const root = temporaryFolder('vault');
afterAll(() => rmSync(root, { recursive: true, force: true }));

const order = (product: ShopProduct, quantity = 1) => ({
  productId: product.id,
  offerId: offerOf(product).id,
  quantity,
});
const buy = async (product: ShopProduct, quantity = 1) =>
  (await buyer.post('/api/purchases', order(product, quantity))).body;

describe('a code at rest', () => {
  test('an imported code is found in no table, in clear or encoded, after it was sold, exported, revealed and disclosed [CNT-32]', async () => {
    const canaries = Array.from({ length: 50 }, (_, index) => `CANARI-${index}-${'x'.repeat(index)}`);
    const product = await createProduct(admin);
    await importCodes(admin, product, canaries);
    const bought = await buy(product, 10);
    await buyer.get(`/api/purchases/${bought.id}`);
    await admin.get(codesPath(product));
    await admin.post(`/api/purchases/${bought.id}/reveal`, { reason: 'Code refusé' });
    for (const kind of ['reveal', 'copy', 'share', 'print'])
      expect((await buyer.post(`/api/purchases/${bought.id}/disclosures`, { kind })).status).toBe(200);
    // A code that is sent in another field is stored nowhere either.
    await buyer.post(`/api/purchases/${bought.id}/disclosures`, { kind: 'CANARI-0-', press: 'CANARI-0-' });
    await buyer.post(`/api/purchases/${bought.id}/disclosures`, { kind: 'copy', code: 'CANARI-0-' });
    await admin.post(codesPath(product), { codes: canaries });
    await buyer.post('/api/purchases', order(product), { 'idempotency-key': 'canari' });
    await buyer.post('/api/purchases', order(product), { 'idempotency-key': 'canari' });
    const tables = await query(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    expect(tables.length).toBeGreaterThan(10);
    const hexadecimal = Buffer.from('CANARI').toString('hex');
    const base64 = Buffer.from('CANARI').toString('base64');
    for (const { name } of tables) {
      const rows = JSON.stringify(await query(`SELECT x::text FROM ${name} x`));
      for (const trace of ['CANARI', hexadecimal, base64]) expect(rows, name).not.toContain(trace);
    }
    // The same search finds a text that is stored in clear.
    expect(JSON.stringify(await query('SELECT x::text FROM purchases x'))).toContain('110 Diamants');
  });

  test('a sealed code cannot be opened after one bit has changed, in another row or under another key', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, ['UN', 'DEUX']);
    const rows = await query(
      'SELECT id, sealed, key_id FROM codes WHERE offer_id = $1 ORDER BY id',
      offerOf(product).id,
    );
    const [one, two] = rows as { id: number; sealed: Buffer; key_id: number }[];
    if (!one || !two) throw new Error('no codes');
    const { vault } = services;
    expect(vault.open(one.id, one.sealed, one.key_id).code).toBe('UN');
    for (let byte = 0; byte < one.sealed.length; byte += 1) {
      const changed = Buffer.from(one.sealed);
      changed.writeUInt8(changed.readUInt8(byte) ^ 1, byte);
      expect(() => vault.open(one.id, changed, one.key_id)).toThrow();
    }
    expect(() => vault.open(two.id, one.sealed, one.key_id)).toThrow();
    expect(() => vault.open(one.id, one.sealed.subarray(0, 20), one.key_id)).toThrow();
    expect(() => vault.open(one.id, one.sealed, 99)).toThrow('code key 99 is not known');
    // The same code sealed twice differs, its fingerprint does not.
    expect(vault.seal(1, 'UN')).not.toEqual(vault.seal(1, 'UN'));
    expect(vault.fingerprint('U-N')).toEqual(vault.fingerprint('u n\u200b'));
    expect(vault.fingerprint('UN')).not.toEqual(vault.fingerprint('UNE'));
  });

  test('a server with another master secret than the one of the codes does not start', async () => {
    const codesKey = 'not the secret that wrapped these keys';
    await expect(secondServer(services.db, { config: { codesKey } })).rejects.toThrow(/La clé des codes/);
  });
});

describe('the master secret', () => {
  test('a master secret that is not given is drawn once and stored in a file of mode 0600', () => {
    const dataDir = join(root, 'fresh');
    const settings = { codesKey: undefined, codesKeyNext: undefined, dataDir };
    const drawn = masterSecret(settings).first();
    expect(drawn).toHaveLength(43);
    expect(statSync(join(dataDir, 'codes.key')).mode & 0o777).toBe(0o600);
    expect(masterSecret(settings).candidates()).toEqual([drawn]);
  });

  test('an empty key file, as left by a full disk, is never the secret of a new database', () => {
    const dataDir = join(root, 'emptied');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'codes.key'), '');
    const master = masterSecret({ codesKey: undefined, codesKeyNext: undefined, dataDir });
    const drawn = master.first();
    expect(drawn).toHaveLength(43);
    expect(master.candidates()).toEqual([drawn]);
  });

  test('while a master secret is replaced, the old and the next one are both read, and the former one stays in a file', () => {
    const dataDir = join(root, 'replaced');
    const master = masterSecret({ codesKey: undefined, codesKeyNext: undefined, dataDir });
    const old = master.first();
    const next = master.next() ?? '';
    expect(master.candidates()).toEqual([old, next]);
    expect(statSync(join(dataDir, 'codes.key.next')).mode & 0o777).toBe(0o600);
    const former = master.adopt(next) ?? '';
    expect(master.candidates()).toEqual([next]);
    // Older backups can only be opened with it.
    expect(readFileSync(former, 'utf8')).toBe(old);
    expect(statSync(former).mode & 0o777).toBe(0o600);
    expect(existsSync(join(dataDir, 'codes.key.next'))).toBe(false);
  });

  test.runIf(process.getuid?.() === 0)(
    'a master secret that root replaces stays readable to the account of the server, the former one too',
    () => {
      const dataDir = join(root, 'replaced-by-root');
      const master = masterSecret({ codesKey: undefined, codesKeyNext: undefined, dataDir });
      master.first();
      chownSync(join(dataDir, 'codes.key'), 1, 1);
      const next = master.next() ?? '';
      // A running server reads it as soon as it reads a code under the new key.
      expect(statSync(join(dataDir, 'codes.key.next'))).toMatchObject({ uid: 1, gid: 1 });
      const former = master.adopt(next) ?? '';
      for (const file of [join(dataDir, 'codes.key'), former])
        expect(statSync(file)).toMatchObject({ uid: 1, gid: 1 });
    },
  );

  test('a drawn master secret is on the disk before a database can depend on it', () => {
    const dataDir = join(root, 'on-disk');
    const synced = syncedFiles();
    const master = masterSecret({ codesKey: undefined, codesKeyNext: undefined, dataDir });
    master.first();
    expect(synced()).toEqual([join(dataDir, 'codes.key.part'), dataDir]);
    const next = master.next() ?? '';
    expect(synced()).toEqual([join(dataDir, 'codes.key.next.part'), dataDir]);
    const former = master.adopt(next) ?? '';
    expect(synced()).toEqual([`${former}.part`, dataDir, dataDir]);
  });
});

/** Records the files and folders that are synced. @returns a function that returns those since its last call */
function syncedFiles(): () => string[] {
  const synced: string[] = [];
  const fsync = fs.fsyncSync;
  vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
    synced.push(readlinkSync(`/proc/self/fd/${handle}`));
    fsync(handle);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  return () => synced.splice(0);
}

describe('key rotation', () => {
  const rotate = async (codesKeyNext?: string) => {
    const master = masterSecret({ ...testConfig(), codesKeyNext });
    const replaced = await transaction(services.db, (tx) => replaceKeys(tx, master));
    return { ...replaced, master };
  };

  test('a key rotation seals every code again while servers sell and import, and running servers learn the new key', async () => {
    const product = await createProduct(admin, { offers: [{ price: 1 }] });
    await importCodes(admin, product, 1_000);
    const before = await buy(product, 5);
    const old = services.vault.keyId;
    const { keys } = await rotate();
    let open = true;
    const selling = (async () => {
      const bought = [];
      while (open) bought.push(await buy(product, 2));
      return bought;
    })();
    const importing = importCodes(admin, product, 500);
    const reported: number[] = [];
    const { resealed } = await resealCodes(services.db, keys, (done) => reported.push(done));
    open = false;
    const bought = await selling;
    await importing;
    expect(resealed).toBeGreaterThanOrEqual(1_000);
    expect(reported.at(-1)).toBe(resealed);
    expect(await query('SELECT DISTINCT key_id FROM codes')).toEqual([{ key_id: keys.currentCipher }]);
    expect(keys.currentCipher).toBeGreaterThan(old);
    expect(services.vault.keyId).toBe(keys.currentCipher);
    for (const purchase of [before, ...bought]) {
      expect(purchase.codes).toHaveLength(purchase.quantity);
      expect((await buyer.get(`/api/purchases/${purchase.id}`)).body).toEqual(purchase);
    }
    // A server that did not notice the rotation, and one that starts now.
    const { server: late } = await secondServer(services.db);
    const [first] = bought;
    expect((await userOn(late, buyer).get(`/api/purchases/${first?.id}`)).body).toEqual(first);
    expect(await audit(services.db)).toEqual([]);
  });

  test('a key rotation keeps the serial of each code, sold and unsold, and a search by serial finds both [STK-37]', async () => {
    const product = await createProduct(admin, { offers: [{ price: 1 }] });
    const body = { codes: ['ROTATED-1', 'ROTATED-2'], serials: ['SN-ROTATED-1', 'SN-ROTATED-2'] };
    expect((await admin.post(codesPath(product), body)).status).toBe(200);
    const bought = await buy(product);
    expect(bought.codes).toMatchObject([{ code: 'ROTATED-1', serial: 'SN-ROTATED-1' }]);
    const { keys } = await rotate();
    await resealCodes(services.db, keys, () => {});
    expect((await buyer.get(`/api/purchases/${bought.id}`)).body).toEqual(bought);
    for (const [code, status] of [
      ['SN-ROTATED-1', 'sold'],
      ['SN-ROTATED-2', 'available'],
    ]) {
      const found = await admin.post('/api/codes/find', { code, reason: 'Rotation' });
      expect(found.body.items, code).toMatchObject([{ matched: 'serial', status }]);
    }
    expect((await buy(product)).codes).toMatchObject([{ code: 'ROTATED-2', serial: 'SN-ROTATED-2' }]);
    expect(await audit(services.db)).toEqual([]);
  });

  test('a key rotation deletes the old keys once no code is sealed with them, and none that is still needed', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, 10);
    const { keys } = await rotate();
    const stored = async () =>
      (await query(`SELECT id FROM code_keys WHERE purpose = 'cipher' ORDER BY id`)).map(({ id }) => id);
    const before = await stored();
    expect(before.length).toBeGreaterThan(1);
    await deleteRetiredKeys(services.db);
    const needed = (await query('SELECT DISTINCT key_id FROM codes')).map(({ key_id }) => key_id);
    expect(await stored()).toEqual(expect.arrayContaining(needed));
    await resealCodes(services.db, keys, () => undefined);
    await deleteRetiredKeys(services.db);
    expect(await stored()).toEqual([keys.currentCipher]);
    expect((await buy(product, 1)).codes).toHaveLength(1);
  });

  test('a key rotation ends beside a code that no key opens, which stays as it is with its key', async () => {
    const product = await createProduct(admin);
    await importCodes(admin, product, 3);
    const [damaged = {}] = await query(
      'SELECT id, key_id FROM codes WHERE offer_id = $1 ORDER BY id LIMIT 1',
      offerOf(product).id,
    );
    const sealed = await query(
      `UPDATE codes SET sealed = '\\x00' || sealed WHERE id = $1 RETURNING sealed`,
      damaged.id,
    );
    onTestFinished(async () => void (await query('DELETE FROM codes WHERE id = $1', damaged.id)));
    const { keys } = await rotate();
    const { resealed, unreadable } = await resealCodes(services.db, keys, () => undefined);
    expect([resealed >= 2, unreadable]).toEqual([true, 1]);
    await deleteRetiredKeys(services.db);
    expect(await query('SELECT id, key_id FROM codes WHERE key_id <> $1', keys.currentCipher)).toEqual([
      damaged,
    ]);
    expect(await query('SELECT sealed FROM codes WHERE id = $1', damaged.id)).toEqual(sealed);
    expect(await query('SELECT id FROM code_keys WHERE id = $1', damaged.key_id)).toEqual([
      { id: damaged.key_id },
    ]);
  });

  test('an import that begins after a key rotation seals with the new key, also when keys that were read before arrive later', async () => {
    const master = masterSecret(testConfig());
    const stored = async () => vaultKeys(await readKeys(services.db, master));
    const before = await stored();
    const reading = deferred();
    const read = async () => {
      await reading.promise;
      return before;
    };
    const vault = codeVault(before, { read, hold: stored });
    const learning = vault.learn([9_999]);
    await transaction(services.db, (tx) => replaceKeys(tx, master));
    const { currentCipher } = await stored();
    expect(currentCipher).toBeGreaterThan(before.currentCipher);
    await transaction(services.db, (tx) => vault.holdKeys(tx));
    reading.resolve();
    await learning;
    expect(vault.keyId).toBe(currentCipher);
  });

  test('a key rotation waits for an import under way, so that no code is left under an old key', async () => {
    const product = await createProduct(admin);
    const importing = importCodes(admin, product, newCodes(5_000));
    const held = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock' AND granted`;
    await eventually(async () => (await query(held)).length > 0);
    const { keys } = await rotate();
    await Promise.all([importing, resealCodes(services.db, keys, () => undefined)]);
    await resealCodes(services.db, keys, () => undefined);
    expect(await query('SELECT DISTINCT key_id FROM codes')).toEqual([{ key_id: keys.currentCipher }]);
  });

  test('a key rotation to a new master secret does not interrupt a prepared server, and the old secret opens nothing', async () => {
    const codesKeyNext = 'the next secret of the tests, longer than 32 characters';
    const { server: prepared } = await secondServer(services.db, { config: { codesKeyNext } });
    const product = await createProduct(admin);
    await importCodes(admin, product, 3);
    const { keys, newSecret } = await rotate(codesKeyNext);
    await resealCodes(services.db, keys, () => undefined);
    expect(newSecret).toBe(true);
    const bought = await userOn(prepared, buyer).post('/api/purchases', order(product, 2));
    expect(bought.body.codes).toHaveLength(2);
    await expect(secondServer(services.db)).rejects.toThrow(/La clé des codes/);
    const { server: after } = await secondServer(services.db, { config: { codesKey: codesKeyNext } });
    expect((await userOn(after, buyer).get(`/api/purchases/${bought.body.id}`)).body).toEqual(bought.body);
    // Restores the secret of the other tests.
    const master = masterSecret({
      ...testConfig(),
      codesKey: codesKeyNext,
      codesKeyNext: testConfig().codesKey,
    });
    await transaction(services.db, (tx) => replaceKeys(tx, master));
  });

  /** `npm run rotate-keys` with these variables. */
  const runRotation = (variables: Readonly<Record<string, string>>) =>
    promisify(execFile)(process.execPath, ['server/src/commands/rotate-keys.ts'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: {
        ...clockEnvironment(),
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATABASE_URL: url,
        ...variables,
      },
    });

  // Turned red by: a second run that calls the secret which it finds in use the former one.
  test('the command of key rotation, run again with the next secret, says again where that secret goes', async () => {
    const next = 'a secret that was given twice, longer than 32 characters';
    const { codesKey = '' } = testConfig();
    const variables = { DATA_DIR: join(root, 'again'), CODES_KEY: codesKey };
    for (const run of ['first', 'second']) {
      const { stdout } = await runRotation({ ...variables, CODES_KEY_NEXT: next });
      expect(stdout, run).toContain('Donnez maintenant la valeur de CODES_KEY_NEXT à CODES_KEY');
      expect(stdout, run).not.toContain('est celui d’avant');
    }
    const { stdout } = await runRotation({ ...variables, CODES_KEY: next });
    expect(stdout).toContain('est celui d’avant');
    // Restores the secret of the other tests.
    const master = masterSecret({ ...testConfig(), codesKey: next, codesKeyNext: codesKey });
    await transaction(services.db, (tx) => replaceKeys(tx, master));
  });

  test('the command of key rotation reports its progress, replaces the key file and is recorded in the audit trail', async () => {
    const dataDir = join(root, 'command');
    const settings = { codesKey: undefined, codesKeyNext: undefined, dataDir };
    const old = masterSecret(settings).first();
    // As if this installation had always had its key file.
    const moved = masterSecret({ ...testConfig(), codesKeyNext: old });
    await transaction(services.db, (tx) => replaceKeys(tx, moved));
    const command = () => runRotation({ DATA_DIR: dataDir });
    const run = await command();
    expect(run.stderr).toBe('');
    expect(run.stdout).toMatch(/\d+ \/ \d+/);
    const now = readFileSync(join(dataDir, 'codes.key'), 'utf8');
    expect(now).not.toBe(old);
    expect(run.stdout).not.toContain(now);
    const [, kept = ''] = /L’ancien secret est gardé dans (\S+)\. /.exec(run.stdout) ?? [];
    expect(readFileSync(kept, 'utf8')).toBe(old);
    expect(run.stdout).toContain('le nouveau codes.key du même dossier : copiez-le aussi en lieu sûr');
    const [row] = await query(
      `SELECT * FROM audit_trail WHERE action = 'codes.rotate-keys' ORDER BY id DESC LIMIT 1`,
    );
    expect(row).toMatchObject({
      actor_id: null,
      actor_name: 'Ligne de commande',
      after: { newMasterSecret: true },
    });
    // Interrupted between the database and the file: the next run completes it.
    writeFileSync(join(dataDir, 'codes.key.next'), now, { mode: 0o600 });
    writeFileSync(join(dataDir, 'codes.key'), old, { mode: 0o600 });
    await command();
    const vault = await openVault(services.db, masterSecret(settings));
    const codes = await query('SELECT id, sealed, key_id FROM codes ORDER BY id LIMIT 20');
    for (const { id, sealed, key_id } of codes)
      expect(vault.open(id, sealed, key_id).code).toEqual(expect.any(String));
  });
});
