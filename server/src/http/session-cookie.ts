import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookie of the session token. The accounts module defines what the token means. */
export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, token: string, maxAgeSeconds: number): void;
  clear(reply: FastifyReply): void;
}

/**
 * HttpOnly hides the token from scripts, Strict keeps it from requests of other sites, and Secure requires TLS (P19, P20). With TLS
 * the `__Host-` prefix makes browsers refuse a cookie of this name that a sibling domain sets.
 */
export function sessionCookie(publicUrl: string | undefined): SessionCookie {
  const secure = publicUrl?.startsWith('https:') ?? false;
  const name = secure ? '__Host-almas_session' : 'almas_session';
  const write = (reply: FastifyReply, token: string, maxAge: number) => {
    reply.setCookie(name, token, { maxAge, path: '/', httpOnly: true, sameSite: 'strict', secure });
  };
  return {
    read: ({ cookies: { [name]: token = '' } }) => (/^c?[\w-]{43}$/.test(token) ? token : undefined),
    write,
    clear: (reply) => write(reply, '', 0),
  };
}
