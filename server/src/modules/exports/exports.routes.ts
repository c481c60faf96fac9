import { exports } from '@almas/contract/exports';
import type { FastifyReply } from 'fastify';
import type { Actor, Origin } from '../../actor.ts';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import type { Services } from '../../services.ts';
import { attachment } from '../codes/export-file-name.ts';
import { type ExportedList, exportList } from './export-list.ts';
import { lists } from './lists.ts';

interface ExportCall {
  readonly actor: Actor;
  readonly origin: Origin;
  readonly body: Readonly<Record<string, unknown>>;
  readonly reply: FastifyReply;
}

/** The administrators' lists as CSV. */
export function exportRoutes(services: Services): ServedGroup {
  const send = async (list: ExportedList, { actor, origin, body, reply }: ExportCall) => {
    const { fileName, text } = await exportList(services, actor, origin, list, body);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', attachment(fileName))
      .send(text);
  };
  return serveGroup(exports, {
    users: async (call) => send(lists.users(call.actor, call.body), call),
    transactions: async (call) => send(lists.transactions(call.body), call),
    ledger: async (call) => send(lists.ledger(call.actor, call.body), call),
    rechargeRequests: async (call) => send(lists.rechargeRequests(call.actor, call.body), call),
    freeFireRequests: async (call) => send(lists.freeFireRequests(call.actor, call.body), call),
    products: async (call) => send(lists.products(), call),
    auditTrail: async (call) => send(lists.auditTrail(call.body), call),
  });
}
