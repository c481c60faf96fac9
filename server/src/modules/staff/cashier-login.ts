import { randomBytes } from 'node:crypto';
import type { Output } from '@almas/contract/route';
import { staff } from '@almas/contract/staff';
import { fail, failUntil } from '../../app-error.ts';
import { todaySql } from '../../authorization/cashiers.ts';
import { cashierToken } from '../../authorization/session-identity.ts';
import type { Turn } from '../../bounded-queue.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { wideNetworkOf } from '../../limits/network.ts';
import { command } from '../../pipeline/command.ts';
import { passwordMatches } from '../accounts/passwords.ts';
import { cashierIdleSeconds, type Sessions } from '../accounts/sessions.ts';
import { type DeviceCookie, enrolledDevice } from './enrolled-devices.ts';

/** A working day. */
const lifeSeconds = 57_600;

/** From so many wrong PINs in a row on each one locks; the first lock, which each further one doubles. */
const lockedFrom = 5;
const firstLockSeconds = 60;
/** From so many in a day on each one locks as well, whatever right ones are between them. */
const lockedFromOfDay = 15;
const lockOfDaySeconds = 3_600;

/** How long so many wrong PINs in a row lock. */
const lockSeconds = (wrongPins: string) =>
  `CASE WHEN ${wrongPins} >= ${lockedFrom} THEN ${firstLockSeconds} * 2 ^ least(${wrongPins} - ${lockedFrom}, 16) END`;
/** A lock further ahead than the wrong PINs lock was written while the clock was ahead. The minute is tolerance. */
const isLocked = `(locked_until > clock_timestamp() AND locked_until <= clock_timestamp()
  + make_interval(secs => 60 + greatest(${lockSeconds('wrong_pins')}, ${lockOfDaySeconds})))`;

/**
 * Counted before the PIN is compared: tries at the same moment learn nothing beyond the limit. A right PIN takes back its own try, and the
 * count of those in a row.
 */
const claim = statement<[id: string, ownerId: string], { pinHash: string; lockedSeconds: number | null }>(
  'staff.claim-pin-try',
  `UPDATE staff t
      SET wrong_pins = t.wrong_pins + before.counts,
          wrong_pins_on = ${todaySql}, wrong_pins_of_day = before.of_day + before.counts,
          locked_until = CASE
            WHEN before.counts = 1 AND (t.wrong_pins + 1 >= ${lockedFrom} OR before.of_day + 1 >= ${lockedFromOfDay})
            THEN clock_timestamp() + make_interval(secs => greatest(
              ${lockSeconds('t.wrong_pins + 1')},
              CASE WHEN before.of_day + 1 >= ${lockedFromOfDay} THEN ${lockOfDaySeconds} END))
            ELSE t.locked_until END
     FROM (SELECT id, CASE WHEN ${isLocked} THEN 0 ELSE 1 END AS counts,
                  CASE WHEN wrong_pins_on = ${todaySql} THEN wrong_pins_of_day ELSE 0 END AS of_day,
                  CASE WHEN ${isLocked}
                       THEN ceil(extract(epoch FROM locked_until - clock_timestamp()))::int END AS locked_seconds
             FROM staff WHERE id = $1 AND owner_id = $2 AND status = 'active' FOR UPDATE) before
    WHERE t.id = before.id
   RETURNING t.pin_hash AS "pinHash", before.locked_seconds AS "lockedSeconds"`,
);
const shareOwner = statement<[ownerId: string]>(
  'staff.share-owner',
  `SELECT FROM users WHERE id = $1 AND role = 'reseller' AND status = 'active' AND NOT disabled FOR SHARE`,
);
/** None when the PIN was replaced or the cashier withdrawn meanwhile. */
const clear = statement<[id: string, pinHash: string], { name: string }>(
  'staff.clear-wrong-pins',
  `UPDATE staff SET wrong_pins = 0, locked_until = NULL, wrong_pins_of_day = greatest(wrong_pins_of_day - 1, 0)
    WHERE id = $1 AND pin_hash = $2 AND status = 'active' RETURNING name`,
);
/** One device has one session: what was open on it ends. */
const endOthers = statement<[deviceId: string]>(
  'staff.end-former-session',
  'DELETE FROM sessions WHERE device_id = $1',
);
/** Nothing when the device was revoked meanwhile. */
const open = statement<{
  tokenHash: Buffer;
  staffId: string;
  deviceId: string;
  address: string;
  userAgent: string;
}>(
  'staff.open-session',
  `INSERT INTO sessions (token_hash, user_id, staff_id, device_id, ends_at, expires_at, address, user_agent)
   SELECT :token_hash, d.owner_id, :staff_id::uuid, d.id, clock_timestamp() + interval '${lifeSeconds} seconds',
          clock_timestamp() + interval '${cashierIdleSeconds} seconds', :address, :user_agent
     FROM enrolled_devices d WHERE d.id = :device_id AND d.revoked_at IS NULL`,
);
const pickable = statement<[ownerId: string], { id: string; name: string }>(
  'staff.pickable',
  `SELECT id, name FROM staff WHERE owner_id = $1 AND status = 'active' ORDER BY lower(name), id`,
);

/** The names for the picker of an enrolled device. */
export async function listPickable(
  db: Queryable,
  device: { readonly ownerId: string; readonly shop: string } | undefined,
): Promise<Output<typeof staff.picker>> {
  return {
    device: device ? { shop: device.shop, staff: await pickable.all(db, device.ownerId) } : null,
  };
}

/**
 * Opens a cashier's session on an enrolled device, in place of the one before it. An unknown cashier is refused like a wrong PIN.
 * @throws AppError DEVICE_NOT_ENROLLED, PIN_LOCKED, PIN_WRONG
 */
export const signCashierIn = (sessions: Sessions, cookie: SessionCookie, devices: DeviceCookie) =>
  command(staff.login, {
    prepare: async ({ services: { db }, request, origin, body: { staffId, pin } }) => {
      const device = await enrolledDevice(db, devices, request);
      if (!device) throw fail('DEVICE_NOT_ENROLLED');
      const id = parseUuidOrNil(staffId);
      const tried = await claim.first(db, id, device.ownerId);
      // No hash is computed in vain: the device knows who the cashiers are.
      if (!tried) throw fail('PIN_WRONG');
      if (tried.lockedSeconds !== null) throw failUntil('PIN_LOCKED', tried.lockedSeconds);
      const hasLeft = () => request.raw.socket.destroyed;
      const turn: Turn = { network: wideNetworkOf(origin.ip), first: true, hasLeft };
      if (!(await passwordMatches(tried.pinHash, pin, turn))) throw fail('PIN_WRONG');
      const previous = cookie.read(request);
      if (previous) await sessions.close(previous, db);
      return { device, id, pinHash: tried.pinHash };
    },
    run: async ({ tx, origin, prepared: { device, id, pinHash } }) => {
      if ((await shareOwner.run(tx, device.ownerId)) === 0) throw fail('DEVICE_NOT_ENROLLED');
      const member = await clear.first(tx, id, pinHash);
      if (!member) throw fail('PIN_WRONG');
      await endOthers.run(tx, device.id);
      const token = cashierToken(randomBytes(32).toString('base64url'));
      const opened = await open.run(tx, {
        tokenHash: sessions.hash(token),
        staffId: id,
        deviceId: device.id,
        address: origin.ip,
        userAgent: origin.userAgent,
      });
      if (opened === 0) throw fail('DEVICE_NOT_ENROLLED');
      return {
        response: { name: member.name },
        effects: {
          security: { event: 'sign-in.ok', accountId: device.ownerId },
          reply: (reply) => cookie.write(reply, token, lifeSeconds),
        },
      };
    },
  });
