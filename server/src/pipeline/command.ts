import type { Readable } from 'node:stream';
import type { ErrorCode } from '@almas/contract/errors';
import type { LiveEvent } from '@almas/contract/live';
import type { Output, Parsed, Route, Routes, Scope } from '@almas/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../app-error.ts';
import {
  type Actor,
  type Caller,
  callerOf,
  type Identity,
  identityOf,
  type Origin,
  type Wallet,
} from '../authorization/identity.ts';
import type { DbTransaction } from '../database/transaction.ts';
import { requireFeature } from '../feature-switches.ts';
import type { Call, Handler, ServedGroup } from '../http/serve.ts';
import type { CountedAction, Rate } from '../limits/rate-limit.ts';
import type { Audience } from '../live/hub.ts';
import type { AdministratorAction, NewNotification, ResolvedSubject } from '../ports.ts';
import { requestFields } from '../security/request-events.ts';
import type { SecurityEvent } from '../security/security-events.ts';
import type { Services } from '../services.ts';
import { executeStatement } from './execute-statement.ts';
import { auditEntries, executeTransaction } from './execute-transaction.ts';

/*
 * A call that writes is a command, declared for its route. The pipeline (execute-transaction.ts, execute-statement.ts) does what all
 * commands need; `run` holds the business rule and nothing else. The end of this file serves routes by their commands.
 */

/** An authorized and validated call (http/serve.ts). Its fields are those of the route's schemas. */
export type CommandCall<R extends Route> = Parsed<R> & {
  readonly actor: R['access'] extends 'public' ? undefined : R extends ResolvesSession ? unknown : Actor;
  readonly wallet: R['access'] extends 'public' ? undefined : R extends ResolvesSession ? unknown : Wallet;
  readonly identity: R['access'] extends 'public' ? undefined : Identity;
  readonly origin: Origin;
  /** The validated `Idempotency-Key`. */
  readonly key?: string | undefined;
} & (R['access'] extends 'public' | 'signed-in' ? HttpCall : unknown) &
  (R extends { readonly pictureBody: true } ? { readonly content: unknown } : unknown);

type ResolvesSession = { readonly resolvesSession: true };

/** Calls about sessions and sign-ins read the request's cookies. */
interface HttpCall {
  readonly request: FastifyRequest;
}

/** The services of `run`: without a database connection besides the transaction, and without a way to write or publish effects. */
export type CommandServices = Omit<PrepareServices, 'db' | 'replica'>;
export type PrepareServices = Omit<Services, 'effects' | 'live' | 'streams' | 'security'>;

/** A limit on attempts. A repeated key is no attempt; a refused call is one, whichever rule refuses (AMB-13, AMB-73). */
export interface Limit<Call> {
  readonly action: CountedAction;
  readonly exceeded: ErrorCode;
  /** By default the configured rate of the action. */
  readonly rate?: Rate;
  /** What attempts are counted by; the wallet by default. */
  readonly subject?: (call: Call) => string;
  /** Whether the call is an attempt; by default every call is. */
  readonly when?: (call: Call) => boolean;
}

/** A command whose key has one effect (AMB-88). */
interface Idempotency<R extends Route> {
  readonly operation: string;
  /** The part of the input that must be equal in a repeated call. */
  readonly input: (call: CommandCall<R>, services: PrepareServices) => unknown;
  /** Whether what an earlier call with this response did was undone since: a repeated call is then refused, as it means another one. */
  readonly isUndone?: (tx: DbTransaction, response: Output<R>) => Promise<boolean>;
}

export type PrepareContext<R extends Route> = CommandCall<R> & { readonly services: PrepareServices };
export type RulesContext<R extends Route, Prepared> = CommandCall<R> & {
  readonly services: CommandServices;
  readonly tx: DbTransaction;
  readonly prepared: Prepared;
};
export type RunContext<R extends Route, Prepared, RuleResult> = RulesContext<R, Prepared> & {
  readonly ruleResult: RuleResult;
};
export type FailureContext<R extends Route, Prepared> = CommandCall<R> & {
  readonly services: PrepareServices;
  readonly prepared: Prepared | undefined;
  /** False when `prepare` failed. */
  readonly isPrepared: boolean;
  readonly error: unknown;
};

export type ResponseOf<R extends Route> = R extends { readonly produces: string } ? Attachment : Output<R>;

/** One row of the audit trail. `by`: the author of a call without an account yet (a sign-in). */
export interface AuditEntry extends AdministratorAction {
  readonly by?: Pick<Actor, 'id' | 'displayName' | 'email'>;
}

/** Instead of an audit row: the call had nothing to do and wrote nothing. */
export const nothingChanged = Symbol('nothing changed');

export type AuditEffect = AuditEntry | readonly [AuditEntry, ...AuditEntry[]] | typeof nothingChanged;

/** What a command causes besides its own writes. `run` returns the effects, the pipeline applies them. */
export interface Effects {
  /** In the transaction: rows of the audit trail. */
  readonly audit?: AuditEffect;
  /** In the transaction; one that cannot be written is logged and does not undo the command. */
  readonly notifications?: readonly NewNotification[];
  /** In the transaction: marks the administrators' notifications about this subject as read. */
  readonly resolves?: ResolvedSubject;
  /** After the commit: live events, upon which open screens reload data. */
  readonly events?: readonly LiveEffect[];
  /** After the commit: a line of the security log. */
  readonly security?: Pick<SecurityEvent, 'event' | 'accountId'>;
  /** After the commit: sets the cookies of the response. */
  readonly reply?: (reply: FastifyReply) => void;
  /** After the commit: work that the caller does not wait for. */
  readonly afterCommit?: () => void;
}

export type LiveEffect = readonly [audience: Audience, event: LiveEvent];

/** The effects of a command of this route. A command of an administrator must name its audit rows. */
export type EffectsOf<R extends Route> = R['access'] extends 'admin'
  ? Effects & { readonly audit: AuditEffect }
  : Effects;

/** What `run` returns. */
export interface Done<R extends Route> {
  readonly response: ResponseOf<R>;
  readonly effects: EffectsOf<R>;
}

/** In the order in which the pipeline uses them. */
export type CommandParts<R extends Route, Prepared, RuleResult> = {
  /** The scope that this input needs besides that of the route; judged before `prepare`, and again at the end of the transaction. */
  readonly alsoScope?: (call: CommandCall<R>) => Scope | undefined;
  /** Runs before the transaction: input rules that a schema cannot express, and slow work (hashing a password). */
  readonly prepare?: (call: PrepareContext<R>) => Prepared | Promise<Prepared>;
  /** Rules that come before the rate limit. @returns the `ruleResult` for `run` */
  readonly rules?: (context: RulesContext<R, Prepared>) => Promise<RuleResult>;
  readonly limit?: Limit<RulesContext<R, Prepared>>;
  /** The business rule: reads, checks and writes in the transaction. It may run again after a conflict. */
  readonly run: (context: RunContext<R, Prepared, RuleResult>) => Promise<Done<R>>;
  /** Called when the call fails or is refused, to raise an alert. The caller still gets the error. */
  readonly failed?: (context: FailureContext<R, Prepared>) => void | Promise<void>;
} & (R extends { readonly idempotent: true } ? { readonly key: Idempotency<R> } : { readonly key?: never }) &
  // Statements may take minutes (100,000 codes).
  (R extends { readonly long: true } ? { readonly long?: true } : { readonly long?: never });

/**
 * The parts of a command whose transaction is one statement: it resolves the session, claims the key, counts the attempt
 * and writes the notification, in one round trip (the sale). The pipeline does what the statement cannot: it retries,
 * applies the rate limit, replays a used key, finds the refusal and publishes.
 */
export interface StatementParts<R extends Route> {
  readonly prepare?: (call: PrepareContext<R>) => void | Promise<void>;
  readonly key: Idempotency<R>;
  readonly limit: Pick<Limit<never>, 'action' | 'exceeded' | 'rate'>;
  readonly statement: (context: StatementContext<R>) => Promise<StatementResult<R>>;
  /** For a command whose calls are repeated under a name of their own instead of a key: whether this one has been executed. */
  readonly isRepeated?: (context: CallerContext<R>) => Promise<boolean>;
  /** Builds the response from what is stored under the key. */
  readonly replay: (context: CallerContext<R>, stored: unknown) => Promise<Output<R>>;
  /** The broken rule; undefined when none is broken (any more): the statement is then retried. */
  readonly refusal: (context: CallerContext<R>) => Promise<AppError | undefined>;
  /** The error after the last try, when no rule is broken. */
  readonly exhausted: (context: CallerContext<R>) => Promise<AppError>;
  readonly failed?: CommandParts<R, void, undefined>['failed'];
}
export type StatementContext<R extends Route> = CommandCall<R> & {
  readonly services: PrepareServices;
  readonly inputHash: Buffer;
  readonly attemptsAllowed: number;
  /** True until the attempt is counted. */
  readonly isFirstTry: boolean;
};
export type CallerContext<R extends Route> = CommandCall<R> & {
  readonly services: PrepareServices;
  readonly caller: Caller;
  readonly inputHash: Buffer;
};
export type StatementResult<R extends Route> =
  | {
      readonly state: 'done';
      readonly effects: EffectsOf<R>;
      /** Called after the events are published: the transaction is committed even when the response cannot be built. */
      readonly respond: () => Promise<Output<R>>;
    }
  | { readonly state: 'key-used' }
  /** Only the attempt was written; `attempts` is null when this try counted none. */
  | {
      readonly state: 'nothing';
      readonly attempts: number | null;
      readonly secondsLeft: number | null;
      /** The acting account's own limit, or the configured one. */
      readonly attemptsAllowed: number;
    };

export interface Command<R extends Route> {
  readonly route: R;
  // biome-ignore lint/suspicious/noExplicitAny: each command has its own types for Prepared and RuleResult
  readonly parts: CommandParts<R, any, any> | StatementParts<R>;
}

/** Declares the command of a route that writes. */
export const command = <R extends Route, Prepared = undefined, RuleResult = undefined>(
  route: R,
  parts: CommandParts<R, Prepared, RuleResult>,
): Command<R> => ({ route, parts });

/** The same for a command whose transaction is one statement. */
export const statementCommand = <R extends Route>(route: R, parts: StatementParts<R>): Command<R> => ({
  route,
  parts,
});

/** A call on behalf of an account from inside the server (the demonstration, tests). */
export function callBy<Input>(actor: Actor, origin: Origin, input: Input) {
  const caller = callerOf(actor);
  return { ...caller, identity: identityOf(caller), origin, ...input };
}

/** Joins the effects of two steps of a command. The cookies and the security log line are those of the second step. */
export function mergeEffects(first: Effects, second: Effects): Effects {
  const [head, ...rest] = [...auditEntries(first.audit), ...auditEntries(second.audit)];
  return {
    ...first,
    ...second,
    ...(head && { audit: [head, ...rest] }),
    notifications: [...(first.notifications ?? []), ...(second.notifications ?? [])],
    events: [...(first.events ?? []), ...(second.events ?? [])],
  };
}

/** A response that is downloaded as a file. */
export class Attachment {
  readonly fileName: string;
  readonly mediaType: string;
  readonly content: Readable;

  constructor(fileName: string, mediaType: string, content: Readable) {
    this.fileName = fileName;
    this.mediaType = mediaType;
    this.content = content;
  }
}

/** A route that writes is served by a command; one that reads by a handler. */
type ServedBy<R extends Route> = R extends { readonly method: 'GET' } | { readonly readOnly: true }
  ? Handler<R> | Command<R>
  : Command<R>;

/** A handler or a command for every route of a group; a missing one does not compile. */
export type Served<Group extends Routes> = { readonly [Name in keyof Group]: ServedBy<Group[Name]> };

/** One group of the contract, to be registered (http/serve.ts). Public commands use the connections of public calls. */
export function serveRoutes<Group extends Routes>(
  services: Services,
  routes: Group,
  served: Served<Group>,
): ServedGroup {
  const publicServices = { ...services, db: services.publicDb };
  const servicesOf = ({ access }: Route) => (access === 'public' ? publicServices : services);
  const handlers = Object.entries<Handler<Route> | Command<Route>>(served as never).map(([name, by]) => [
    name,
    whileOn(services, routes[name], typeof by === 'function' ? by : handle(servicesOf(by.route), by)),
  ]);
  return { routes, handlers: Object.fromEntries(handlers) as ServedGroup['handlers'] };
}

/** Answers only while the switch of the route is on. @throws AppError FEATURE_OFF */
function whileOn(services: Services, route: Route | undefined, by: (call: Call<Route>) => Promise<unknown>) {
  const feature = route?.feature;
  if (!feature) return by;
  return async (call: Call<Route>) => {
    await requireFeature(services, feature);
    return by(call);
  };
}

const handle =
  (services: Services, command: Command<Route>) =>
  async (call: Call<Route>): Promise<unknown> => {
    const { request, reply } = call;
    const given = command.route.pictureBody ? { ...call, content: request.body } : call;
    const executed = await execute(services, command, given as CommandCall<Route>);
    const { security, reply: setCookies } = executed.effects;
    if (security) services.security.record({ ...security, ...requestFields(request) });
    setCookies?.(reply);
    const response: unknown = executed.response;
    return response instanceof Attachment ? send(reply, response) : response;
  };

/** The response of a command, and the effects that apply to its HTTP response. */
interface Executed<R extends Route> {
  readonly response: ResponseOf<R>;
  readonly effects: Pick<Effects, 'security' | 'reply'>;
}

/**
 * Runs a command for an authorized and validated call.
 * @throws AppError of the first broken rule; then only the attempt is written
 */
export async function execute<R extends Route>(
  services: Services,
  command: Command<R>,
  call: CommandCall<R>,
): Promise<Executed<R>> {
  const execution =
    'statement' in command.parts
      ? executeStatement(services, command.parts as never, call as never)
      : executeTransaction(services, command.parts as never, call as never, command.route);
  return (await execution) as Executed<R>;
}

const send = (reply: FastifyReply, { fileName, mediaType, content }: Attachment): FastifyReply =>
  reply
    .type(mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType)
    .header('content-disposition', disposition(fileName))
    .send(content);

/** The Content-Disposition of a download: an ASCII name for old clients, and the full name in the encoding of RFC 5987. */
function disposition(fileName: string): string {
  const plain = fileName
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x21-\x7e]/g, '-');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}
