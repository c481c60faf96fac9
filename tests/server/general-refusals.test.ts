import { expect, test } from 'vitest';
import { testApp } from '../support/app.ts';
import { call, createUser, signIn } from '../support/users.ts';

/* The messages that belong to no module, produced through HTTP and compared exactly. The tests of the modules check theirs. */
const { server, services } = await testApp();
const reseller = await createUser(server, services);
const admin = await createUser(server, services, { role: 'admin' });

const send = (url: string, payload: string, type = 'application/json') =>
  call(server, { method: 'POST', url, payload, headers: { 'content-type': type } }, reseller.cookie);

const refusals: [
  what: string,
  ask: () => ReturnType<typeof send>,
  status: number,
  code: string,
  message: string,
][] = [
  ['an unknown address', () => reseller.get('/api/nulle-part'), 404, 'NOT_FOUND', 'Ressource introuvable'],
  [
    'broken JSON',
    () => send('/api/purchases', '{"a":'),
    400,
    'MALFORMED_REQUEST',
    'La demande est mal formée',
  ],
  [
    'another format',
    () => send('/api/purchases', 'a=1', 'application/x-www-form-urlencoded'),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
    'La demande doit être au format JSON',
  ],
  ['a wrong type', () => reseller.patch('/api/me', { city: 12 }), 422, 'INVALID_INPUT', 'Données invalides'],
  [
    'a key with blanks',
    () =>
      reseller.post(
        '/api/purchases',
        { productId: 'a', offerId: 'b', quantity: 1 },
        { 'idempotency-key': 'a b' },
      ),
    422,
    'KEY_INVALID',
    'Clé de demande invalide',
  ],
  [
    'a write from another site',
    () => reseller.post('/api/logout', undefined, { origin: 'https://pirate.example' }),
    403,
    'FOREIGN_ORIGIN',
    'Demande refusée : elle ne vient pas de cette application',
  ],
  [
    'a new password for an administrator from the screen',
    () => admin.post(`/api/users/${admin.id}/temporary-password`),
    403,
    'CANNOT_RESET_ADMIN',
    'Le mot de passe d’un administrateur se change en ligne de commande',
  ],
];

test.each(refusals)(
  'the server refuses %s with its status, its code and its French sentence',
  async (_, ask, status, code, message) => {
    const response = await ask();
    expect(response.status).toBe(status);
    expect(response.body).toEqual({ code, message });
  },
);

test('an account that the operator has disabled cannot sign in, and its open sessions end (AMB-21) [AUTH-09]', async () => {
  const closed = await createUser(server, services);
  await services.db.query({ text: 'UPDATE users SET disabled = true WHERE id = $1', values: [closed.id] });
  const response = await signIn(server, closed.email);
  expect(response.status).toBe(403);
  expect(response.body).toEqual({ code: 'ACCOUNT_DISABLED', message: 'Ce compte a été désactivé' });
  expect((await closed.get('/api/me')).status).toBe(401);
});
