import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { KeyScope } from '../../contract/src/route.ts';
import { newApiKey } from '../../server/src/authorization/api-key.ts';
import type { Services } from '../../server/src/services.ts';
import type { ApiResponse } from './users.ts';

export interface KeyOptions {
  readonly scopes?: readonly KeyScope[];
  readonly test?: boolean;
}

/** A key of an account, written to the database: with the switch off there is no other way to one. */
export async function insertKey(
  { db }: Pick<Services, 'db'>,
  userId: string,
  { scopes = ['catalogue', 'balance', 'orders'], test = false }: KeyOptions = {},
): Promise<string> {
  const { rows } = await db.query<{ id: number }>({ text: `SELECT nextval('api_keys_id_seq') AS id` });
  const id = rows[0]?.id ?? 0;
  const { key, hash } = newApiKey(id, test);
  await db.query({
    text: `INSERT INTO api_keys (id, user_id, key_hash, name, scopes, is_test) VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [id, userId, hash, 'Mon site', scopes, test],
  });
  return key;
}

/** A program that calls with a key. */
export interface TestProgram {
  get(url: string): Promise<ApiResponse>;
  post(url: string, body: object): Promise<ApiResponse>;
  /** An order of one code; the reference is new unless it is given. */
  order(order: Partial<TestOrder> & Pick<TestOrder, 'offerId'>): Promise<ApiResponse>;
}

interface TestOrder {
  readonly reference: string;
  readonly offerId: string;
  readonly quantity: number;
  readonly maxUnitPrice: number;
}

/** Calls a server with a key, from `address`. */
export function program(server: FastifyInstance, key: string, address = '127.0.0.1'): TestProgram {
  const send = async (method: 'GET' | 'POST', url: string, payload?: object): Promise<ApiResponse> => {
    const response = await server.inject({
      method,
      url,
      remoteAddress: address,
      headers: { authorization: `Bearer ${key}` },
      ...(payload && { payload }),
    });
    return {
      status: response.statusCode,
      body: response.body === '' ? undefined : response.json(),
      headers: response.headers,
      text: response.body,
    };
  };
  const post = (url: string, body: object) => send('POST', url, body);
  return {
    get: (url) => send('GET', url),
    post,
    order: (order) =>
      post('/api/v1/orders', { reference: randomUUID(), quantity: 1, maxUnitPrice: 1_000_000, ...order }),
  };
}

/** The header of a call with a key, in tests of every route; `call` of tests/support/users.ts takes a cookie alone. */
export const withKey = (key: string): { authorization: string } => ({ authorization: `Bearer ${key}` });
