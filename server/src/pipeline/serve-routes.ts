import type { Route, Routes } from '@almas/contract/route';
import type { FastifyReply } from 'fastify';
import type { Call, Handler, ServedGroup } from '../http/serve.ts';
import { circumstances } from '../security/request-events.ts';
import type { Services } from '../services.ts';
import { Attachment, type Command, type CommandCall, type Effects, type ResponseOf } from './command.ts';
import { executeStatement } from './execute-statement.ts';
import { executeTransaction } from './execute-transaction.ts';

/** A route that writes is served by a command; one that reads by a handler. */
type ServedBy<R extends Route> = R extends { readonly method: 'GET' } | { readonly readOnly: true }
  ? Handler<R> | Command<R>
  : Command<R>;

/** A handler or a command for every route of a group: one that is missing does not compile. */
export type Served<Group extends Routes> = { readonly [Name in keyof Group]: ServedBy<Group[Name]> };

/**
 * One group of the contract, to be registered (http/serve.ts).
 * @param services what its commands work with; calls without a session have a share of the database of their own
 */
export function serveRoutes<Group extends Routes>(
  services: Services | ((route: Route, ip: string) => Services),
  routes: Group,
  served: Served<Group>,
): ServedGroup {
  const handlers = Object.entries<Handler<Route> | Command<Route>>(served as never).map(([name, by]) => [
    name,
    typeof by === 'function' ? by : handle(services, by),
  ]);
  return { routes, handlers: Object.fromEntries(handlers) as ServedGroup['handlers'] };
}

const handle =
  (services: Services | ((route: Route, ip: string) => Services), command: Command<Route>) =>
  async (call: Call<Route>): Promise<unknown> => {
    const { request, reply } = call;
    const own = typeof services === 'function' ? services(command.route, request.ip) : services;
    const given = command.route.pictureBody ? { ...call, content: request.body } : call;
    const executed = await execute(own, command, given as CommandCall<Route>);
    const { security, reply: answer } = executed.effects;
    if (security) own.security.record({ ...security, ...circumstances(request) });
    answer?.(reply);
    const response: unknown = executed.response;
    return response instanceof Attachment ? send(reply, response) : response;
  };

/** The answer of a command, and what is still to be applied to its HTTP response. */
interface Executed<R extends Route> {
  readonly response: ResponseOf<R>;
  readonly effects: Pick<Effects, 'security' | 'reply'>;
}

/**
 * Runs a command for an authorized and validated call.
 * @throws AppError the first rule that does not hold, with nothing written but the attempt
 */
export async function execute<R extends Route>(
  services: Services,
  command: Command<R>,
  call: CommandCall<R>,
): Promise<Executed<R>> {
  const execution =
    'statement' in command.parts
      ? executeStatement(services, command.parts as never, call as never)
      : executeTransaction(services, command.parts as never, call as never);
  return (await execution) as Executed<R>;
}

const send = (reply: FastifyReply, { fileName, mediaType, content }: Attachment): FastifyReply =>
  reply
    .type(`${mediaType}; charset=utf-8`)
    .header('content-disposition', disposition(fileName))
    .send(content);

/** The header that gives a download its name: plain letters for old programs, all of them in RFC 5987. */
function disposition(fileName: string): string {
  const plain = fileName
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x21-\x7e]/g, '-');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}
