import { hash, randomBytes } from 'node:crypto';
import { staffLimits } from '@almas/contract/limits';
import { staff } from '@almas/contract/staff';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../../app-error.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { command } from '../../pipeline/command.ts';
import { lockStaffOf } from './staff.store.ts';

/** 400 days, the longest that browsers keep a cookie. */
const maxAgeSeconds = 34_560_000;

interface DeviceRow {
  readonly id: string;
  readonly label: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}
const columns = 'id, label, created_at AS "createdAt", revoked_at AS "revokedAt"';
const ofOwner = statement<[ownerId: string], DeviceRow>(
  'staff.devices',
  `SELECT ${columns} FROM enrolled_devices WHERE owner_id = $1 ORDER BY revoked_at IS NOT NULL, created_at DESC, id LIMIT 100`,
);
const insert = statement<[ownerId: string, label: string, tokenHash: Buffer], DeviceRow>(
  'staff.enrol-device',
  `INSERT INTO enrolled_devices (owner_id, label, token_hash) VALUES ($1, $2, $3) RETURNING ${columns}`,
);
const revoke = statement<[id: string, ownerId: string], DeviceRow>(
  'staff.revoke-device',
  `UPDATE enrolled_devices SET revoked_at = coalesce(revoked_at, clock_timestamp()) WHERE id = $1 AND owner_id = $2
   RETURNING ${columns}`,
);
const endSessions = statement<[deviceId: string]>(
  'staff.end-device-sessions',
  'DELETE FROM sessions WHERE device_id = $1',
);
const byToken = statement<[tokenHash: Buffer], { id: string; ownerId: string; shop: string }>(
  'staff.device-by-token',
  `SELECT d.id, d.owner_id AS "ownerId", u.company AS shop FROM enrolled_devices d JOIN users u ON u.id = d.owner_id
    WHERE d.token_hash = $1 AND d.revoked_at IS NULL AND u.role = 'reseller' AND u.status = 'active' AND NOT u.disabled`,
);

const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The cookie of an enrolled device. It lets cashiers try their PIN, and nothing else. */
export interface DeviceCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, token: string): void;
}

export function deviceCookie(publicUrl: string | undefined): DeviceCookie {
  const secure = publicUrl?.startsWith('https:') ?? false;
  // The path limits the cookie to sign-ins: other requests do not carry its bytes.
  const name = secure ? '__Secure-almas_till' : 'almas_till';
  const options = {
    ...{ maxAge: maxAgeSeconds, path: '/api/login', httpOnly: true, secure },
    sameSite: 'strict',
  } as const;
  return {
    read: ({ cookies: { [name]: token = '' } }) => (/^[\w-]{43}$/.test(token) ? token : undefined),
    write: (reply, token) => void reply.setCookie(name, token, options),
  };
}

/** The enrolled device of a request, while the reseller is active; undefined on any other. */
export async function enrolledDevice(db: Queryable, cookie: DeviceCookie, request: FastifyRequest) {
  const token = cookie.read(request);
  return token === undefined ? undefined : byToken.first(db, tokenHash(token));
}

export const listDevices = async (db: Queryable, ownerId: string) => ({
  items: await ofOwner.all(db, ownerId),
});

/** Lets cashiers sign in on the device of the call. @throws AppError STEP_UP_REQUIRED, TOO_MANY_DEVICES */
export const enrolDevice = (cookie: DeviceCookie) =>
  command(staff.enrol, {
    prepare: ({ actor }) => checkStepUp(actor),
    run: async ({ tx, wallet, body: { label } }) => {
      await lockStaffOf(tx, wallet.id);
      const enrolled = (await ofOwner.all(tx, wallet.id)).filter(({ revokedAt }) => revokedAt === null);
      if (enrolled.length >= staffLimits.devices) throw fail('TOO_MANY_DEVICES');
      const token = randomBytes(32).toString('base64url');
      const row = await insert.one(tx, wallet.id, label, tokenHash(token));
      return { response: row, effects: { reply: (reply) => cookie.write(reply, token) } };
    },
  });

/** Ends the sessions of the cashiers on the device with it. */
export const revokeDevice = command(staff.revoke, {
  run: async ({ tx, wallet, params }) => {
    await lockStaffOf(tx, wallet.id);
    const row = await revoke.first(tx, parseUuidOrNil(params.id), wallet.id);
    if (!row) throw fail('DEVICE_NOT_ENROLLED');
    await endSessions.run(tx, row.id);
    return { response: row, effects: { events: [[{ user: wallet.id }, { type: 'session' }]] } };
  },
});
