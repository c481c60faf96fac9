import { describe, expect, inject, test } from 'vitest';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { checkDatabase, explainRefusal } from '../../server/src/runtime/external-database.ts';
import { testApp } from '../support/app.ts';
import { freshDatabase } from '../support/database.ts';
import { optionsDroppingProxy } from '../support/options-dropping-proxy.ts';
import { createUser } from '../support/users.ts';

/* The messages for an operator whose database address is wrong. */
const { url } = await freshDatabase();
const changed = (change: (address: URL) => void): string => {
  const address = new URL(url);
  change(address);
  return address.href;
};
const refusal = (address: string) =>
  checkDatabase(address).then(
    () => 'accepted',
    ({ message }: Error) => message,
  );

test('an address is accepted when it leads to the database, and says which part of it is wrong otherwise', async () => {
  expect(await refusal(url)).toBe('accepted');
  const missing = changed((address) => {
    address.pathname = '/almas_missing';
  });
  expect(await refusal(missing)).toContain('n’existe pas');
  const wrongPassword = changed((address) => {
    address.password = 'wrong';
  });
  expect(await refusal(wrongPassword)).toContain('refuse la connexion');
  const closed = changed((address) => {
    address.port = '1';
  });
  expect(await refusal(closed)).toContain('est injoignable');
});

test.each(['require', 'verify-full'])(
  'a database without TLS is named as such to an operator who asks for sslmode=%s',
  async (mode) => {
    const message = await refusal(changed((address) => address.searchParams.set('sslmode', mode)));
    expect(message).toContain('n’accepte pas les connexions chiffrées');
    expect(message).not.toContain(new URL(url).password);
  },
);

test.each([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_HAS_EXPIRED',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('a certificate that is refused with %s is named as the reason', (code) => {
  const error = Object.assign(new Error('no trust'), { code });
  expect(explainRefusal(error, 'db/almas')).toContain('n’est pas reconnu : no trust');
});

describe('a database of the operator’s own', () => {
  const name = `own_${process.pid}`;
  const { adminUrl } = inject('cluster');
  const own = (suffix: string) =>
    changed((address) => {
      address.pathname = `/${name}_${suffix}`;
    });

  test.each([
    ['latin1', `latin1 ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`, 'LATIN1'],
    ['ascii', `ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`, 'SQL_ASCII'],
  ])(
    'a database in %s is refused at the start with one sentence that names its encoding',
    async (suffix, definition, encoding) => {
      await runStatements(adminUrl, `CREATE DATABASE ${name}_${definition}`);
      const message = await refusal(own(suffix));
      expect(message).toContain(`est en ${encoding}`);
      expect(message).toContain('UTF8');
      await runStatements(adminUrl, `DROP DATABASE ${name}_${suffix}`);
    },
  );

  test('a pooler that refuses the settings of a connection, or drops them, is named as the reason', async () => {
    const refused = Object.assign(new Error('unsupported startup parameter: options'), { code: '08P01' });
    expect(explainRefusal(refused, 'db/almas')).toContain('PgBouncer');
    // It reads the start of a connection, and forgets its options.
    const dropping = await optionsDroppingProxy(url);
    expect(await refusal(dropping.url)).toContain('PgBouncer');
    dropping.close();
  });

  test('a datestyle and a time zone of the database change no time of an answer', async () => {
    const { services, server } = await testApp();
    const [{ database }] = (
      await services.db.query<{ database: string }>({ text: 'SELECT current_database() AS database' })
    ).rows as [{ database: string }];
    await services.db.query({ text: `ALTER DATABASE ${database} SET datestyle = 'SQL, DMY'` });
    await services.db.query({ text: `ALTER DATABASE ${database} SET timezone = 'Asia/Tokyo'` });
    await services.db.query({
      text: 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      values: [database],
    });
    const began = Date.now();
    const user = await createUser(server, services);
    const { createdAt } = (await user.get('/api/me')).body;
    expect(Math.abs(Date.parse(createdAt) - began)).toBeLessThan(60_000);
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });
});
