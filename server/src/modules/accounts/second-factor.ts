import { randomInt } from 'node:crypto';
import { users } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { generateSecret, generateURI, verify } from 'otplib';
import type { Actor, UserRecord } from '../../actor.ts';
import { fail, failUntil } from '../../app-error.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { checkStepUp } from '../../http/access.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { attempt } from '../../limits/rate-limit.ts';
import { command, type Effects } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { hashSecret, openSecret, sealSecret } from '../../vault/account-secrets.ts';
import { accountsStore } from './accounts.store.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';
import { endOtherSessions, endSessions } from './sessions.ts';
import { presentUser } from './user-record.ts';

/** One step before and after the running one: a phone's clock may be half a minute off. */
const toleranceSeconds = 30;
const recoveryCodesCount = 10;
/** Without what is mistaken for another letter when read from paper. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Of each budget (budgetOf). */
const codeRate = { attempts: 10, windowSeconds: 900 };

interface StoredFactor {
  readonly sealedSecret: Buffer;
  readonly lastStep: number;
}

const begin = statement<[userId: string, sealedSecret: Buffer]>(
  'second-factor.begin',
  `INSERT INTO second_factors AS f (user_id, sealed_secret) VALUES ($1, $2)
   ON CONFLICT (user_id) DO UPDATE SET sealed_secret = $2, last_step = 0, created_at = clock_timestamp()
                         WHERE f.confirmed_at IS NULL`,
);
const stored = statement<[userId: string, isConfirmed: boolean], StoredFactor>(
  'second-factor.stored',
  `SELECT sealed_secret AS "sealedSecret", last_step AS "lastStep" FROM second_factors
    WHERE user_id = $1 AND (confirmed_at IS NOT NULL) = $2`,
);
const useStep = statement<[userId: string, step: number, sealedSecret: Buffer]>(
  'second-factor.use-step',
  'UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2 AND sealed_secret = $3',
);
/** Only a secret of which a code was seen: another one may have been drawn since. */
const enable = statement<[string]>(
  'second-factor.enable',
  `WITH factor AS (UPDATE second_factors SET confirmed_at = clock_timestamp()
                    WHERE user_id = $1 AND confirmed_at IS NULL AND last_step > 0 RETURNING user_id)
   UPDATE users u SET second_factor = true, updated_at = clock_timestamp() FROM factor f WHERE u.id = f.user_id`,
);
const disable = statement<[string]>(
  'second-factor.disable',
  `WITH factor AS (DELETE FROM second_factors WHERE user_id = $1), codes AS (DELETE FROM recovery_codes WHERE user_id = $1)
   UPDATE users SET second_factor = false, updated_at = clock_timestamp() WHERE id = $1`,
);
const requireFactor = statement<[userId: string, required: boolean]>(
  'second-factor.require',
  'UPDATE users SET second_factor_required = $2, updated_at = clock_timestamp() WHERE id = $1',
);
const replaceCodes = statement<[userId: string, codeHashes: readonly Buffer[]]>(
  'second-factor.replace-codes',
  `WITH old AS (DELETE FROM recovery_codes WHERE user_id = $1)
   INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])`,
);
const useCode = statement<[userId: string, codeHash: Buffer]>(
  'second-factor.use-code',
  'DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2',
);

/** What an authenticator application is given. */
export interface Enrolment {
  readonly secret: string;
  readonly uri: string;
}

/** Where a code comes from: an open session, or a sign-in from a network. */
export type CodeOrigin =
  | { readonly session: string }
  | {
      readonly network: string;
      /** The device, when a second factor of the account was given on it before. */
      readonly device?: string;
    };

/**
 * What tries are counted by. A session and a device that have given a second factor have tries of their own: an attacker who only
 * knows the password must not use up those of the owner. All others share the account's, so that more networks are not more
 * guesses at six digits. A recovery code has 59 random bits: there the network is enough, and the owner of a new device can sign in.
 */
function budgetOf(userId: string, from: CodeOrigin, isTotp: boolean): string {
  if ('session' in from) return `${userId} session ${from.session}`;
  if (from.device !== undefined) return `${userId} device ${from.device}`;
  return isTotp ? userId : `${userId} network ${from.network}`;
}

type FactorServices = Pick<Services, 'db' | 'vault'>;

/** Draws a secret for an account that has none in use yet. @throws AppError SECOND_FACTOR_ON */
export async function beginEnrolment(
  { vault }: Pick<Services, 'vault'>,
  tx: DbTransaction,
  user: UserRecord,
): Promise<Enrolment> {
  const secret = generateSecret();
  if ((await begin.run(tx, user.id, sealSecret(vault, user.id, secret))) === 0)
    throw fail('SECOND_FACTOR_ON');
  return { secret, uri: generateURI({ issuer: 'Almas', label: user.email, secret }) };
}

/** A code of the application proves that it has the secret. @throws AppError CODE_WRONG, SECOND_FACTOR_ON, TOO_MANY_LOGIN_ATTEMPTS */
export async function checkEnrolment(
  services: FactorServices,
  user: UserRecord,
  code: string,
): Promise<void> {
  await countTry(services, user.id);
  if (user.secondFactor) throw fail('SECOND_FACTOR_ON');
  if (!(await totpMatches(services, user.id, code, false))) throw fail('CODE_WRONG');
}

/**
 * Turns the second factor on after `checkEnrolment`. Other sessions than `kept` end.
 * @returns the recovery codes, shown once.
 * @throws AppError SECOND_FACTOR_ON; CODE_WRONG when another secret was drawn since
 */
export async function confirmEnrolment(
  services: Pick<Services, 'vault'>,
  tx: DbTransaction,
  user: UserRecord,
  kept: Buffer,
): Promise<{ recoveryCodes: string[]; effects: Effects }> {
  const recoveryCodes = drawCodes();
  if ((await enable.run(tx, user.id)) === 0)
    throw fail((await stored.first(tx, user.id, true)) ? 'SECOND_FACTOR_ON' : 'CODE_WRONG');
  await storeCodes(services, tx, user.id, recoveryCodes);
  await endOtherSessions(tx, user.id, kept);
  return { recoveryCodes, effects: recordedOwn(user, { action: 'user.enable-second-factor' }) };
}

/**
 * Checks a code of the application, or uses up a recovery code; each counts once.
 * @throws AppError CODE_WRONG, TOO_MANY_LOGIN_ATTEMPTS
 */
export async function checkSecondFactor(
  services: FactorServices,
  userId: string,
  code: string,
  from: CodeOrigin,
): Promise<void> {
  const compact = code.replace(/[\s-]/g, '').toLowerCase();
  const isTotp = /^\d{6}$/.test(compact);
  await countTry(services, budgetOf(userId, from, isTotp));
  const matches = isTotp
    ? await totpMatches(services, userId, compact, true)
    : (await useCode.run(services.db, userId, hashSecret(services.vault, userId, compact))) > 0;
  if (!matches) throw fail('CODE_WRONG');
}

/** @throws AppError NOT_FOUND, STEP_UP_REQUIRED, SECOND_FACTOR_REQUIRED when an administrator asks for it */
export async function removeSecondFactor(tx: DbTransaction, actor: Actor): Promise<Effects> {
  if (!actor.secondFactor) throw fail('NOT_FOUND');
  checkStepUp(actor);
  // An administrator may be asking for it at this moment.
  const held = await accountsStore.lockById.first(tx, actor.id);
  if (actor.secondFactorRequired || held?.secondFactorRequired) throw fail('SECOND_FACTOR_REQUIRED');
  await disable.run(tx, actor.id);
  return recordedOwn(actor, { action: 'user.disable-second-factor' });
}

/** @throws AppError NOT_FOUND, STEP_UP_REQUIRED */
export async function renewRecoveryCodes(
  services: Pick<Services, 'vault'>,
  tx: DbTransaction,
  actor: Actor,
): Promise<{ recoveryCodes: string[]; effects: Effects }> {
  // Of two renewals the second one sees, and takes away, the codes of the first.
  const held = await accountsStore.lockById.first(tx, actor.id);
  if (!actor.secondFactor || !held?.secondFactor) throw fail('NOT_FOUND');
  checkStepUp(actor);
  const recoveryCodes = drawCodes();
  await storeCodes(services, tx, actor.id, recoveryCodes);
  return { recoveryCodes, effects: recordedOwn(actor, { action: 'user.renew-recovery-codes' }) };
}

/**
 * Asks a reseller for a second factor, or no longer. Who has none yet is signed out everywhere: the next sign-in leads to
 * the enrolment before anything else. @throws AppError
 */
export const requireSecondFactor = command(users.requireSecondFactor, {
  prepare: ({ actor }) => checkStepUp(actor),
  run: async ({ tx, actor, params, body: { required } }) => {
    const user = await lockReseller(tx, params.id);
    await requireFactor.run(tx, user.id, required);
    const isSignedOut = required && !user.secondFactor;
    if (isSignedOut) {
      await endSessions(tx, user.id);
      await endPendingSignIns(tx, user.id);
    }
    return {
      response: presentUser(await accountsStore.byId.one(tx, user.id), actor),
      effects: {
        audit: {
          action: 'user.require-second-factor',
          subject: { type: 'user', id: user.id, name: personName(user) },
          before: { secondFactorRequired: user.secondFactorRequired },
          after: { secondFactorRequired: required },
        },
        events: isSignedOut ? [[{ user: user.id }, { type: 'session' }]] : [],
      },
    };
  },
});

/** Takes the second factor of a reseller who lost it away, and ends the sessions. @throws AppError */
export const resetSecondFactor = command(users.resetSecondFactor, {
  prepare: ({ actor }) => checkStepUp(actor),
  run: async ({ tx, actor, params }) => {
    const user = await lockReseller(tx, params.id);
    await disable.run(tx, user.id);
    await endSessions(tx, user.id);
    await endPendingSignIns(tx, user.id);
    return {
      response: presentUser(await accountsStore.byId.one(tx, user.id), actor),
      effects: {
        audit: {
          action: 'user.reset-second-factor',
          subject: { type: 'user', id: user.id, name: personName(user) },
        },
        events: [[{ user: user.id }, { type: 'session' }]],
      },
    };
  },
});

/** Takes it away without asking: the operator's command for an administrator who lost the phone and the codes. */
export const dropSecondFactor = (tx: DbTransaction, userId: string): Promise<number> =>
  disable.run(tx, userId);

/** An administrator's own security change stands in the trail; a reseller's is the reseller's own affair. */
const recordedOwn = (user: UserRecord, { action }: { readonly action: string }): Effects =>
  user.role === 'admin'
    ? { audit: { by: user, action, subject: { type: 'user', id: user.id, name: personName(user) } } }
    : {};

async function lockReseller(tx: DbTransaction, userId: string): Promise<UserRecord> {
  const user = await accountsStore.lockById.first(tx, parseUuidOrNil(userId));
  if (!user) throw fail('USER_NOT_FOUND');
  if (user.role !== 'reseller') throw fail('ONLY_RESELLERS_SECURED');
  return user;
}

async function countTry({ db }: Pick<Services, 'db'>, budget: string): Promise<void> {
  const wait = await attempt(db, 'second_factor', budget, codeRate);
  if (wait !== undefined) throw failUntil('TOO_MANY_LOGIN_ATTEMPTS', wait);
}

async function totpMatches(
  { db, vault }: FactorServices,
  userId: string,
  code: string,
  confirmed: boolean,
): Promise<boolean> {
  const token = code.replace(/\s/g, '');
  const factor = await stored.first(db, userId, confirmed);
  if (!factor || !/^\d{6}$/.test(token)) return false;
  const secret = openSecret(vault, userId, factor.sealedSecret);
  const result = await verify({ secret, token, epochTolerance: toleranceSeconds });
  if (!result.valid || !('timeStep' in result)) return false;
  return (await useStep.run(db, userId, result.timeStep, factor.sealedSecret)) > 0;
}

const drawCodes = (): string[] =>
  Array.from({ length: recoveryCodesCount }, () =>
    Array.from({ length: 3 }, () =>
      Array.from({ length: 4 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join(''),
    ).join('-'),
  );

const storeCodes = (
  { vault }: Pick<Services, 'vault'>,
  tx: DbTransaction,
  userId: string,
  codes: readonly string[],
) =>
  replaceCodes.run(
    tx,
    userId,
    codes.map((code) => hashSecret(vault, userId, code.replaceAll('-', ''))),
  );
