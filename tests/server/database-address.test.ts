import { expect, test } from 'vitest';
import { checkDatabase, explainRefusal } from '../../server/src/runtime/external-database.ts';
import { freshDatabase } from '../support/database.ts';

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

// Turned red by: a message that ignores the driver's error (« injoignable », so that the operator suspects the address).
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
