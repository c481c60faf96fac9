import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { accountsStore, insertAccount } from '../../server/src/modules/accounts/accounts.store.ts';
import { hashPassword } from '../../server/src/modules/accounts/passwords.ts';
import { sessions } from '../../server/src/modules/accounts/sessions.ts';
import type { Services } from '../../server/src/services.ts';

/** The response of a call: status, parsed body and headers. */
export interface ApiResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  readonly body: any;
  readonly headers: Record<string, string | string[] | number | undefined>;
  readonly text: string;
}

export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly cookie: string;
  get(url: string): Promise<ApiResponse>;
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  put(url: string, body?: unknown): Promise<ApiResponse>;
  patch(url: string, body?: unknown): Promise<ApiResponse>;
  delete(url: string): Promise<ApiResponse>;
}

export const password = 'motdepasse';
const passwordHash = hashPassword(password);

/** Calls the server; `cookie` is that of the session. A POST without an `idempotency-key` gets a new one, like the screens' calls. */
export async function call(
  server: FastifyInstance,
  options: Pick<InjectOptions, 'method' | 'url' | 'payload' | 'headers'>,
  cookie = '',
): Promise<ApiResponse> {
  const response = await server.inject({
    ...options,
    headers: {
      ...(cookie && { cookie }),
      ...(options.method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...(options.headers as Record<string, string>),
    },
  });
  const json = /json/.test(String(response.headers['content-type'])) && response.body !== '';
  return {
    status: response.statusCode,
    body: json ? response.json() : undefined,
    headers: response.headers,
    text: response.body,
  };
}

/** The response of a sign-in. */
export const signIn = (server: FastifyInstance, email: string, secret = password): Promise<ApiResponse> =>
  call(server, { method: 'POST', url: '/api/login', payload: { email, password: secret } });

/** In DA. */
export const balanceOf = async (user: TestUser): Promise<number> => (await user.get('/api/me')).body.balance;

/** Sends again what had to wait for longer than a call may (503), and has written nothing: many calls at once on a slow machine. */
export async function untilAnswered(send: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (;;) {
    const response = await send();
    if (response.status !== 503) return response;
  }
}

function testUser(server: FastifyInstance, id: string, email: string, cookie: string): TestUser {
  const send =
    (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
    (url: string, payload?: unknown, headers: Record<string, string> = {}) =>
      call(
        server,
        { method, url, headers, ...(payload !== undefined && { payload: payload as object }) },
        cookie,
      );
  return {
    id,
    email,
    cookie,
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
  };
}

export interface UserOptions {
  readonly role?: 'reseller' | 'admin';
  readonly status?: 'pending' | 'active' | 'inactive';
  readonly firstName?: string;
  readonly lastName?: string;
  readonly company?: string;
  readonly email?: string;
  /** Default: one number for all active accounts, a number of its own for another one. */
  readonly phone?: string;
  /** In DA, credited through the ledger. */
  readonly balance?: number;
}

/**
 * Creates a user with a session directly in the database: fast, and independent of the routes that other tests check. The user can sign
 * in with `password`.
 */
export async function createUser(
  server: FastifyInstance,
  services: Services,
  options: UserOptions = {},
): Promise<TestUser> {
  const { role = 'reseller', status = 'active', firstName = 'Amine', lastName = 'Benali' } = options;
  const email = options.email ?? `p${randomBytes(6).toString('hex')}@exemple.dz`;
  const user = await insertAccount(services.db, {
    email,
    passwordHash: await passwordHash,
    role,
    status: status === 'active' ? 'active' : 'pending',
    displayName: `${firstName} ${lastName}`,
    firstName,
    lastName,
    company: options.company ?? 'Cyber Sétif',
    phone:
      options.phone ?? (status === 'active' ? '0550123456' : `05${String(randomInt(1e8)).padStart(8, '0')}`),
  });
  if (status === 'inactive') await accountsStore.deactivate.run(services.db, user.id, user.id, '');
  if (options.balance) await giveBalance(services, user.id, options.balance);
  const token = await sessions(services.db, services.config.sessionSecret).open(user);
  return testUser(server, user.id, email, `almas_session=${token}`);
}

/** The same user, signed in once more. */
export async function signedInAgain(
  server: FastifyInstance,
  services: Services,
  { id, email }: TestUser,
): Promise<TestUser> {
  const account = await accountsStore.byId.one(services.db, id);
  const token = await sessions(services.db, services.config.sessionSecret).open(account);
  return testUser(server, id, email, `almas_session=${token}`);
}

/** The same user, who calls another server on the same database. */
export const userOn = (server: FastifyInstance, user: TestUser): TestUser =>
  testUser(server, user.id, user.email, user.cookie);

/** Credits a balance as the product does: with a ledger entry, a transaction and a recharge record. */
export async function giveBalance(services: Services, userId: string, dinars: number): Promise<void> {
  await services.db.query({
    text: `WITH n AS (SELECT nextval('transactions_id_seq') AS id),
      e AS (INSERT INTO ledger (user_id, type, amount, description, transaction_id, metadata)
        SELECT $1, 'credit', $2, 'Recharge du solde', n.id, '{"source":"admin_recharge","validated":true}' FROM n
        RETURNING *),
      r AS (INSERT INTO recharges (user_id, amount, method, admin_id, transaction_id)
        SELECT e.user_id, e.amount, 'manual_admin', e.user_id, e.transaction_id FROM e)
      INSERT INTO transactions (id, user_id, type, amount, method, description, balance_before, balance_after, status)
        SELECT e.transaction_id, e.user_id, 'recharge', e.amount, 'manual_admin', e.description, e.balance_before,
          e.balance_after, 'completed' FROM e`,
    values: [userId, Math.round(dinars * 100)],
  });
}
