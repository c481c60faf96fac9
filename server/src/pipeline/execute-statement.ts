import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@almas/contract/limits';
import type { Route } from '@almas/contract/route';
import type { Actor, Identity } from '../actor.ts';
import { fail, failUntil } from '../app-error.ts';
import { isConflict } from '../database/failures.ts';
import { inputHash, replayed } from '../idempotency/idempotent.ts';
import { configuredRate } from '../limits/rate-limit.ts';
import type { Services } from '../services.ts';
import type {
  CallerContext,
  CommandCall,
  StatementContext,
  StatementParts,
  StatementResult,
} from './command.ts';
import { publish } from './effects.ts';

/** About the time a statement takes: a concurrent one that holds what this one looked for has then been decided. */
const retryMilliseconds = 5;

type StatementCall<R extends Route> = CommandCall<R> & { readonly identity: Identity };

/** Runs a command whose transaction is one statement. @throws AppError the first rule that does not hold */
export async function executeStatement<R extends Route>(
  services: Services,
  parts: StatementParts<R>,
  given: StatementCall<R>,
) {
  const call = { ...given, identity: askedOnce(given.identity) };
  let isPrepared = false;
  try {
    await parts.prepare?.({ ...call, services });
    isPrepared = true;
    return await tryStatement(services, parts, call);
  } catch (error) {
    await parts.failed?.({ ...call, services, prepared: undefined, isPrepared, error });
    throw error;
  }
}

async function tryStatement<R extends Route>(
  services: Services,
  parts: StatementParts<R>,
  call: StatementCall<R>,
) {
  const { operation } = parts.key;
  const input = parts.key.input(call);
  const attemptsAllowed = configuredRate(services.config.rateLimits, parts.limit.action).attempts;
  const hash = inputHash(operation, input);
  let counted: CallerContext<R> | undefined;
  for (let attempt = 1; attempt <= limits.transactionAttempts; attempt += 1) {
    const result = await withoutConflict(parts, {
      ...call,
      services,
      inputHash: hash,
      attemptsAllowed,
      isFirstTry: counted === undefined,
    });
    // Taken back whole, the attempt it counted included.
    if (result === 'conflict') continue;
    if (result.state === 'done') {
      publish(services, result.effects.events ?? []);
      return { response: await result.respond(), effects: result.effects };
    }
    const context = { ...call, services, caller: await call.identity.caller() };
    if (result.state === 'key-used') {
      const { key } = call;
      const found = await replayed(services.db, { userId: context.caller.id, key, operation, input });
      return { response: await parts.replay(context, found?.answer), effects: {} };
    }
    counted = context;
    if (result.attempts !== null && result.attempts > result.attemptsAllowed)
      throw failUntil(parts.limit.exceeded as 'TOO_MANY_PURCHASES', result.secondsLeft ?? 0);
    const refusal = await parts.refusal(context);
    if (refusal) throw refusal;
    await pause(retryMilliseconds * attempt);
  }
  throw counted ? await parts.exhausted(counted) : fail('CONFLICT');
}

/** A refused call asks for its caller in more than one place. */
function askedOnce(identity: Identity): Identity {
  let caller: Promise<Actor> | undefined;
  return {
    ...identity,
    caller: () => {
      caller ??= identity.caller();
      return caller;
    },
  };
}

async function withoutConflict<R extends Route>(
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
