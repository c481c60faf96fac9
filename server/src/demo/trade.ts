import { demoReasons } from '@almas/locale/demo';
import { AppError } from '../app-error.ts';
import type { Actor, Origin } from '../authorization/identity.ts';
import { createFreeFireRequest as askTopUp } from '../modules/free-fire/create-request.ts';
import { listOffers } from '../modules/free-fire/list-offers.ts';
import { refuseRequest } from '../modules/free-fire/refuse-request.ts';
import { validateRequest } from '../modules/free-fire/validate-request.ts';
import { purchaseCodes } from '../modules/purchases/purchase-codes.ts';
import { approveRequest } from '../modules/recharge-requests/approve-request.ts';
import { createRechargeRequest as askRecharge } from '../modules/recharge-requests/create-request.ts';
import { rejectRequest } from '../modules/recharge-requests/reject-request.ts';
import { sendProof } from '../modules/recharge-requests/send-proof.ts';
import { rechargeUser } from '../modules/wallet/recharge-user.ts';
import { callBy, execute } from '../pipeline/command.ts';
import type { Services } from '../services.ts';
import { receiptPicture } from './receipt-picture.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { ShopOffer } from './stock-shop.ts';

const days = 30;
const methods = ['ccp', 'baridimob', 'bank_transfer'] as const;

interface Market {
  readonly services: Services;
  readonly admin: Actor;
  readonly origin: Origin;
  readonly random: SeededRandom;
  readonly offers: readonly ShopOffer[];
}

/** A month of trade: recharges, sales, Free Fire requests and recharge requests, some of them still waiting. */
export async function trade(
  market: Market,
  resellers: readonly Actor[],
  eachDay: (day: number) => Promise<void>,
): Promise<void> {
  for (const reseller of resellers) await recharge(market, reseller, 20_000);
  for (let day = 1; day <= days; day += 1) {
    for (const reseller of resellers) await skipIfRefused(() => oneDay(market, reseller, day));
    await eachDay(day);
  }
  for (const reseller of resellers.slice(0, 3)) await skipIfRefused(() => topUp(market, reseller, 'leave'));
  for (const reseller of resellers.slice(2, 6)) await requestRecharge(market, reseller, 'leave');
  await requestWithReceipts(market, resellers.slice(0, 3));
}

async function oneDay(market: Market, reseller: Actor, day: number): Promise<void> {
  const { random } = market;
  for (let sales = random.between(0, 2); sales > 0; sales -= 1) await buy(market, reseller);
  if (random.between(1, 6) === 1)
    await topUp(market, reseller, random.between(1, 6) === 1 ? 'refuse' : 'validate');
  if (day % 9 === 0) await recharge(market, reseller, random.between(4, 16) * 1_000);
  if (random.between(1, 20) === 1) {
    await requestRecharge(market, reseller, random.between(1, 4) === 1 ? 'reject' : 'approve');
  }
}

/** The demo includes refused sales (no stock, no balance); any other error is a fault. */
async function skipIfRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 409) throw error;
  }
}

async function buy({ services, origin, random, offers }: Market, reseller: Actor): Promise<void> {
  const { productId, offerId } = random.oneOf(offers);
  const quantity = random.between(1, 8) === 1 ? 2 : 1;
  await execute(
    services,
    purchaseCodes,
    callBy(reseller, origin, { body: { productId, offerId, quantity } }),
  );
}

async function recharge({ services, admin, origin }: Market, reseller: Actor, amount: number): Promise<void> {
  const body = { adminId: undefined, amount, note: demoReasons.cash };
  await execute(services, rechargeUser, callBy(admin, origin, { params: { id: reseller.id }, body }));
}

async function topUp(market: Market, reseller: Actor, then: 'validate' | 'refuse' | 'leave'): Promise<void> {
  const { services, admin, origin, random } = market;
  const offer = random.oneOf((await listOffers(services)).slice(0, 3));
  const freeFireId = String(random.between(100_000_000, 999_999_999));
  const order = { freeFireId, offerId: offer.id, amount: offer.price };
  const created = await execute(services, askTopUp, callBy(reseller, origin, { body: order }));
  const params = { id: created.response.requestId };
  if (then === 'validate') {
    const body = { imageUrl: `https://exemple.dz/preuves/${params.id}.jpg`, note: '' };
    await execute(services, validateRequest, callBy(admin, origin, { params, body }));
  }
  if (then === 'refuse') {
    const body = { note: demoReasons.refusal };
    await execute(services, refuseRequest, callBy(admin, origin, { params, body }));
  }
}

async function requestRecharge(
  market: Market,
  reseller: Actor,
  then: 'approve' | 'reject' | 'leave',
): Promise<void> {
  const { services, admin, origin, random } = market;
  const order = { amount: random.between(2, 10) * 1_000, method: random.oneOf(methods) };
  const created = await execute(services, askRecharge, callBy(reseller, origin, { body: order }));
  const params = { id: created.response.id };
  if (then === 'approve') {
    const body = { adminId: undefined, note: demoReasons.note };
    await execute(services, approveRequest, callBy(admin, origin, { params, body }));
  }
  if (then === 'reject') {
    const body = { adminId: undefined, reason: demoReasons.rejection };
    await execute(services, rejectRequest, callBy(admin, origin, { params, body }));
  }
}

/** Requests that wait with a receipt: one of its own, and one that two resellers show under the same reference. */
async function requestWithReceipts(market: Market, resellers: readonly Actor[]): Promise<void> {
  const { services, origin, random } = market;
  const number = () => String(random.between(10_000_000, 99_999_999));
  const draw = (layout: number) =>
    receiptPicture({ layout, lines: ['12/11/2026 10:42', number(), number() + number(), '5000,00'] });
  const [own, shared] = [await draw(0), await draw(1)];
  const reference = `VIR ${number()}`;
  for (const [index, reseller] of resellers.entries()) {
    const shows = index === 0 ? `VIR ${number()}` : reference;
    const order = { amount: 5_000, method: random.oneOf(methods), reference: shows };
    const created = await execute(services, askRecharge, callBy(reseller, origin, { body: order }));
    const content = index === 0 ? own : shared;
    await execute(
      services,
      sendProof,
      callBy(reseller, origin, { params: { id: created.response.id }, content }),
    );
  }
}
