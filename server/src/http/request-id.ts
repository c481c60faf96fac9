import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { compile } from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';

const header = 'x-request-id';
const acceptable = /^[\w.:-]{8,64}$/;

/**
 * Returns a function that gives each request its id: the one that a trusted proxy sends, else a new one, unique over all processes.
 * @param proxies addresses or networks of TRUST_PROXY
 */
export function requestIds(proxies: readonly string[]): (request: IncomingMessage) => string {
  const isProxy = proxies.length > 0 ? compile([...proxies]) : () => false;
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return (request) => {
    const given = request.headers[header];
    if (typeof given === 'string' && acceptable.test(given) && isProxy(request.socket.remoteAddress ?? '', 0))
      return given;
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}

/** Adds the id to every response, so that a screenshot of an error leads to its lines in the log. */
export function sendRequestIds(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header(header, request.id);
    done();
  });
}
