import type { FastifyInstance } from 'fastify';
import { type ApiResponse, call, type TestUser, userOn } from './users.ts';

/** The first cookie that a response sets, as a request sends it back. */
const cookieOf = ({ headers }: ApiResponse): string =>
  String([headers['set-cookie']].flat()[0]).split(';')[0] ?? '';

/** Enrols a device of the reseller. */
export async function enrol(owner: TestUser, label = 'Comptoir'): Promise<{ id: string; cookie: string }> {
  const response = await owner.post('/api/devices', { label });
  if (response.status !== 200) throw new Error(`device refused: ${response.text}`);
  return { id: response.body.id, cookie: cookieOf(response) };
}

/** Tries the PIN of a cashier on a device. */
export const tryPin = (
  server: FastifyInstance,
  device: { readonly cookie: string },
  staffId: string,
  pin: string,
): Promise<ApiResponse> =>
  call(server, { method: 'POST', url: '/api/login/cashier', payload: { staffId, pin } }, device.cookie);

export interface TestCashier extends TestUser {
  readonly staffId: string;
  readonly device: { readonly id: string; readonly cookie: string };
}

interface CashierOptions {
  readonly name?: string;
  readonly pin?: string;
  readonly dailyCap?: number;
  readonly device?: { readonly id: string; readonly cookie: string };
}

/** A cashier of the reseller, signed in on a device. `id` is the reseller's. */
export async function createCashier(
  server: FastifyInstance,
  owner: TestUser,
  { name = 'Amine', pin = '2580', dailyCap = 30_000, device }: CashierOptions = {},
): Promise<TestCashier> {
  const created = await owner.post('/api/staff', { name, pin, dailyCap });
  if (created.status !== 200) throw new Error(`cashier refused: ${created.text}`);
  const on = device ?? (await enrol(owner));
  const signedIn = await tryPin(server, on, created.body.id, pin);
  if (signedIn.status !== 200) throw new Error(`PIN refused: ${signedIn.text}`);
  const user = userOn(server, { ...owner, cookie: cookieOf(signedIn) });
  return { ...user, staffId: created.body.id, device: on };
}
