import { randomInt } from 'node:crypto';
import { type User, users } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { generateSecret, generateURI, verify } from 'otplib';
import { fail, failUntil } from '../../app-error.ts';
import type { Actor, UserRecord } from '../../authorization/identity.ts';
import { checkStepUp } from '../../authorization/rights.ts';
import { statement } from '../../database/statement.ts';
import type { DbTransaction } from '../../database/transaction.ts';
import { parseUuidOrNil } from '../../ids.ts';
import { attempt } from '../../limits/rate-limit.ts';
import { type AuditEntry, command, type Effects } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { hashSecret, openSecret, sealSecret } from '../../vault/account-secrets.ts';
import { accountsStore } from './accounts.store.ts';
import { endPendingSignIns } from './pending-sign-ins.ts';
import { endOtherSessions, endSessions } from './sessions.ts';
import { presentUser } from './user-record.ts';

/** Accepts the code of the 30-second step before and after the current one, for phones with an inaccurate clock. */
const toleranceSeconds = 30;
const recoveryCodesCount = 10;
/** Leaves out characters that look alike on paper. */
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** The limit of each subject (attemptSubject). */
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
/** Only for a secret of which a code was checked (`last_step > 0`): `begin` may have replaced it since. */
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

/** The TOTP secret for an authenticator application, as text and as an otpauth:// URI. */
export interface Enrolment {
  readonly secret: string;
  readonly uri: string;
}

/** Where a code is entered: in an open session, or at a sign-in from a network. */
export type CodeOrigin =
  | { readonly session: string }
  | {
      readonly network: string;
      /** The device's nonce, when the account's second factor was confirmed on this device before. */
      readonly device?: string;
    };

/**
 * The rate-limit subject of an attempt. Sessions and confirmed devices are counted separately, so that an attacker who only knows the
 * password cannot use up the owner's attempts. All other TOTP attempts are counted per account: more networks must not allow more
 * guesses at six digits. A recovery code has 59 random bits and is counted per network, so that the owner can still sign in on a
 * new device.
 */
function attemptSubject(userId: string, from: CodeOrigin, isTotp: boolean): string {
  if ('session' in from) return `${userId} session ${from.session}`;
  if (from.device !== undefined) return `${userId} device ${from.device}`;
  return isTotp ? userId : `${userId} network ${from.network}`;
}

type FactorServices = Pick<Services, 'db' | 'vault'>;

/** Generates a TOTP secret; it replaces one that was not confirmed. @throws AppError SECOND_FACTOR_ON when one is in use */
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

/** Checks a code for the secret of `beginEnrolment`. @throws AppError CODE_WRONG, SECOND_FACTOR_ON, TOO_MANY_LOGIN_ATTEMPTS */
export async function checkEnrolment(
  services: FactorServices,
  user: UserRecord,
  code: string,
): Promise<void> {
  await countCodeAttempt(services, user.id);
  if (user.secondFactor) throw fail('SECOND_FACTOR_ON');
  if (!(await totpMatches(services, user.id, code, false))) throw fail('CODE_WRONG');
}

/**
 * Turns the second factor on after `checkEnrolment`, and ends the sessions of the account except `kept` (a token hash).
 * @returns the recovery codes, which are stored only as hashes
 * @throws AppError SECOND_FACTOR_ON; CODE_WRONG when the secret was replaced since the check
 */
export async function confirmEnrolment(
  services: Pick<Services, 'vault'>,
  tx: DbTransaction,
  user: UserRecord,
  kept: Buffer,
): Promise<{ recoveryCodes: string[]; effects: Effects }> {
  const recoveryCodes = generateCodes();
  // In the order of a reset by an administrator: the account, then its second factor.
  await accountsStore.lockById.first(tx, user.id);
  if ((await enable.run(tx, user.id)) === 0)
    throw fail((await stored.first(tx, user.id, true)) ? 'SECOND_FACTOR_ON' : 'CODE_WRONG');
  await storeCodes(services, tx, user.id, recoveryCodes);
  await endOtherSessions(tx, user.id, kept);
  return { recoveryCodes, effects: recordedOwn(user, { action: 'user.enable-second-factor' }) };
}

/**
 * Checks a TOTP code (six digits) or a recovery code. Each is accepted once.
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
  await countCodeAttempt(services, attemptSubject(userId, from, isTotp));
  const matches = isTotp
    ? await totpMatches(services, userId, compact, true)
    : (await useCode.run(services.db, userId, hashSecret(services.vault, userId, compact))) > 0;
  if (!matches) throw fail('CODE_WRONG');
}

/** @throws AppError NOT_FOUND, STEP_UP_REQUIRED; SECOND_FACTOR_REQUIRED when an administrator requires it of this account */
export async function removeSecondFactor(tx: DbTransaction, actor: Actor): Promise<Effects> {
  if (!actor.secondFactor) throw fail('NOT_FOUND');
  checkStepUp(actor);
  // It may have become required since the call was authorized.
  const user = await accountsStore.lockById.first(tx, actor.id);
  if (actor.secondFactorRequired || user?.secondFactorRequired) throw fail('SECOND_FACTOR_REQUIRED');
  await disable.run(tx, actor.id);
  return recordedOwn(actor, { action: 'user.disable-second-factor' });
}

/** Replaces all recovery codes. @throws AppError NOT_FOUND without a second factor, STEP_UP_REQUIRED */
export async function renewRecoveryCodes(
  services: Pick<Services, 'vault'>,
  tx: DbTransaction,
  actor: Actor,
): Promise<{ recoveryCodes: string[]; effects: Effects }> {
  // Locks the account: the second of two concurrent renewals deletes the codes of the first.
  const user = await accountsStore.lockById.first(tx, actor.id);
  if (!actor.secondFactor || !user?.secondFactor) throw fail('NOT_FOUND');
  checkStepUp(actor);
  const recoveryCodes = generateCodes();
  await storeCodes(services, tx, actor.id, recoveryCodes);
  return { recoveryCodes, effects: recordedOwn(actor, { action: 'user.renew-recovery-codes' }) };
}

/**
 * Makes a second factor required or optional for a reseller. When it becomes required and the account has none, its sessions end,
 * so that the next sign-in includes the enrolment.
 */
export const requireSecondFactor = command(users.requireSecondFactor, {
  prepare: ({ actor }) => checkStepUp(actor),
  run: async ({ tx, actor, params, body: { required } }) => {
    const user = await lockReseller(tx, params.id);
    await requireFactor.run(tx, user.id, required);
    return finishChange(tx, actor, user, required && !user.secondFactor, {
      action: 'user.require-second-factor',
      before: { secondFactorRequired: user.secondFactorRequired },
      after: { secondFactorRequired: required },
    });
  },
});

/** Removes the second factor of a reseller who has lost it, and ends the sessions. */
export const resetSecondFactor = command(users.resetSecondFactor, {
  prepare: ({ actor }) => checkStepUp(actor),
  run: async ({ tx, actor, params }) => {
    const user = await lockReseller(tx, params.id);
    await disable.run(tx, user.id);
    return finishChange(tx, actor, user, true, { action: 'user.reset-second-factor' });
  },
});

/** Ends the sessions and pending sign-ins of a reseller when `signOut` is set. @returns what the administrator's command returns */
async function finishChange(
  tx: DbTransaction,
  actor: Actor,
  user: UserRecord,
  signOut: boolean,
  change: Pick<AuditEntry, 'action' | 'before' | 'after'>,
): Promise<{ response: User; effects: Effects & { readonly audit: AuditEntry } }> {
  if (signOut) {
    await endSessions(tx, user.id);
    await endPendingSignIns(tx, user.id);
  }
  return {
    response: presentUser(await accountsStore.byId.one(tx, user.id), actor),
    effects: {
      audit: { ...change, subject: { type: 'user', id: user.id, name: personName(user) } },
      events: signOut ? [[{ user: user.id }, { type: 'session' }]] : [],
    },
  };
}

/** Removes the second factor without any check, for the operator's command. */
export const dropSecondFactor = (tx: DbTransaction, userId: string): Promise<number> =>
  disable.run(tx, userId);

/** The audit trail records the security changes of administrators to their own account, and not those of resellers. */
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

async function countCodeAttempt({ db }: Pick<Services, 'db'>, subject: string): Promise<void> {
  const wait = await attempt(db, 'second_factor', subject, codeRate);
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

const generateCodes = (): string[] =>
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
