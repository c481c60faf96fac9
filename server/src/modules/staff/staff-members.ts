import { staffLimits } from '@almas/contract/limits';
import { staff } from '@almas/contract/staff';
import { fail } from '../../app-error.ts';
import type { Origin } from '../../authorization/identity.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import { underFreeName } from '../../database/failures.ts';
import type { Queryable } from '../../database/pool.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { wideNetworkOf } from '../../limits/network.ts';
import { toCentimes } from '../../money/amount.ts';
import { command } from '../../pipeline/command.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { lockStaffOf, presentStaff, staffStore } from './staff.store.ts';

/** The cashiers of a reseller, those who sell first. */
export const listStaff = async (db: Queryable, ownerId: string) => ({
  items: (await staffStore.ofOwner.all(db, ownerId)).map(presentStaff),
});

/** @throws AppError STAFF_NAME_TAKEN */
const named = <Row>(written: Promise<Row>): Promise<Row> =>
  underFreeName(written, 'staff_name', () => fail('STAFF_NAME_TAKEN'));

/** Of an account that is locked. @throws AppError TOO_MANY_STAFF */
async function checkRoom(tx: DbTransaction, ownerId: string): Promise<void> {
  const all = await staffStore.ofOwner.all(tx, ownerId);
  if (all.filter(({ isActive }) => isActive).length >= staffLimits.active) throw fail('TOO_MANY_STAFF');
}

/** In the turn of its network, as a sign-in: a reseller who sends many keeps no one from signing in. */
const hashPin = (pin: string, { ip }: Origin): Promise<string> =>
  hashPassword(pin, { network: wideNetworkOf(ip) });

export const addStaff = command(staff.create, {
  prepare: ({ actor, origin, body: { pin } }) => {
    checkStepUp(actor);
    return hashPin(pin, origin);
  },
  run: async ({ tx, wallet, body: { name, dailyCap }, prepared: pinHash }) => {
    await lockStaffOf(tx, wallet.id);
    await checkRoom(tx, wallet.id);
    const added = { ownerId: wallet.id, name, pinHash, dailyCap: toCentimes(dailyCap) };
    const row = await named(staffStore.insert.one(tx, added));
    return { response: presentStaff(row), effects: {} };
  },
});

/** Changes a cashier. A new PIN and the end of the work close the open sessions of the cashier. */
export const updateStaff = command(staff.update, {
  prepare: async ({ actor, origin, body: { pin } }) => {
    if (pin === undefined) return null;
    checkStepUp(actor);
    return hashPin(pin, origin);
  },
  run: async ({ tx, wallet, params, body: { name, dailyCap, isActive }, prepared: pinHash }) => {
    await lockStaffOf(tx, wallet.id);
    const member = await staffStore.byId.first(tx, parseUuidOrNil(params.id), wallet.id);
    if (!member) throw fail('STAFF_NOT_FOUND');
    if (isActive && !member.isActive) await checkRoom(tx, wallet.id);
    const row = await named(
      staffStore.update.one(tx, {
        id: member.id,
        name: name ?? null,
        pinHash,
        dailyCap: dailyCap === undefined ? null : toCentimes(dailyCap),
        status: isActive === undefined ? null : isActive ? 'active' : 'inactive',
      }),
    );
    if (pinHash !== null || isActive === false) await staffStore.endSessions.run(tx, member.id);
    return { response: presentStaff(row), effects: { events: [[{ user: wallet.id }, { type: 'session' }]] } };
  },
});
