import { setTimeout as pause } from 'node:timers/promises';
import type { Route } from '@almas/contract/route';
import { fail, failUntil } from '../app-error.ts';
import type { Identity } from '../authorization/identity.ts';
import { isConflict } from '../database/failures.ts';
import { transactionAttempts } from '../database/transaction.ts';
import type { ParsedInput } from '../http/parse-input.ts';
import { findReplay, inputHash } from '../idempotency/idempotent.ts';
import { configuredRate } from '../limits/rate-limit.ts';
import type { Services } from '../services.ts';
import type {
  CallerContext,
  CommandCall,
  StatementContext,
  StatementParts,
  StatementResult,
} from './command.ts';

/** About the duration of a statement: a concurrent one that holds the locks has then ended. */
const retryMilliseconds = 5;

type StatementCall<R extends Route> = CommandCall<R> & { readonly identity: Identity };

/** Runs a command whose transaction is one statement. @throws AppError of the first broken rule */
export async function executeStatement<R extends Route>(
  services: Services,
  parts: StatementParts<R>,
  call: StatementCall<R>,
) {
  const context = firstTry(services, parts, call);
  let isPrepared = false;
  try {
    await parts.prepare?.(context);
    isPrepared = true;
    return await tryStatement(services, parts, context);
  } catch (error) {
    await parts.failed?.({ ...context, prepared: undefined, isPrepared, error });
    throw error;
  }
}

/** Built field by field: spreading the call took a tenth of the processor time of a sale. */
function firstTry<R extends Route>(
  services: Services,
  parts: StatementParts<R>,
  call: StatementCall<R>,
): StatementContext<R> & StatementCall<R> {
  const { params, query, body } = call as unknown as ParsedInput;
  const context = {
    params,
    query,
    body,
    actor: call.actor,
    wallet: call.wallet,
    identity: call.identity,
    origin: call.origin,
    key: call.key,
    services,
    inputHash: inputHash(parts.key.operation, parts.key.input(call, services)),
    attemptsAllowed: (parts.limit.rate ?? configuredRate(services.config.rateLimits, parts.limit.action))
      .attempts,
    isFirstTry: true,
  };
  return context as unknown as StatementContext<R> & StatementCall<R>;
}

/**
 * Runs the statement up to `transactionAttempts` times. When it wrote nothing, the reason is found in this order: the key was used
 * before or meanwhile (its stored result is replayed), the rate limit, a broken rule. With none of them (codes locked by concurrent sales) it is
 * retried, without counting another attempt.
 */
async function tryStatement<R extends Route>(
  services: Services,
  parts: StatementParts<R>,
  first: StatementContext<R> & StatementCall<R>,
) {
  const { identity, key } = first;
  let retryContext: CallerContext<R> | undefined;
  for (let attempt = 1; attempt <= transactionAttempts; attempt += 1) {
    const result = await catchConflict(parts, retryContext ? { ...first, isFirstTry: false } : first);
    // The rollback includes the counted attempt.
    if (result === 'conflict') {
      await pause(retryMilliseconds * attempt);
      continue;
    }
    if (result.state === 'done') {
      for (const [audience, event] of result.effects.events ?? []) services.live.publish(audience, event);
      return { response: await result.respond(), effects: result.effects };
    }
    const context = { ...first, caller: await identity.admittedCaller() };
    // A statement that waited for the first call of its key sees neither that call nor what it has left: it wrote nothing, and finds the key
    // only now. No rule is broken by a call that was executed.
    const { operation, input } = parts.key;
    const keyed = { userId: context.caller.wallet.id, key, operation, input: input(first, services) };
    const found = await findReplay(services.db, keyed);
    if (found || result.state === 'key-used' || (await parts.isRepeated?.(context)))
      return { response: await parts.replay(context, found?.result), effects: {} };
    retryContext = context;
    if (result.attempts !== null && result.attempts > result.attemptsAllowed)
      throw failUntil(parts.limit.exceeded as 'TOO_MANY_PURCHASES', result.secondsLeft ?? 0);
    const refusal = await parts.refusal(context);
    if (refusal) throw refusal;
    await pause(retryMilliseconds * attempt);
  }
  throw retryContext ? await parts.exhausted(retryContext) : fail('CONFLICT');
}

async function catchConflict<R extends Route>(
  parts: StatementParts<R>,
  context: StatementContext<R>,
): Promise<StatementResult<R> | 'conflict'> {
  try {
    return await parts.statement(context);
  } catch (error) {
    if (isConflict(error)) return 'conflict';
    throw error;
  }
}
