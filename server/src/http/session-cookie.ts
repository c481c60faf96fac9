import type { FastifyReply, FastifyRequest } from 'fastify';

const name = 'almas_session';

/** The cookie that carries a session token; what it means is the accounts module's. */
export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, token: string, maxAgeSeconds: number): void;
  clear(reply: FastifyReply): void;
}

/** HttpOnly keeps scripts away, Strict keeps other sites away, Secure behind TLS (P19, P20). */
export function sessionCookie(publicUrl: string | undefined): SessionCookie {
  const attributes = `Path=/; HttpOnly; SameSite=Strict${publicUrl?.startsWith('https:') ? '; Secure' : ''}`;
  const write = (reply: FastifyReply, token: string, maxAgeSeconds: number) => {
    reply.header('set-cookie', `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`);
  };
  return {
    read: (request) => /(?:^|;\s*)almas_session=([\w-]{43})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1],
    write,
    clear: (reply) => write(reply, '', 0),
  };
}
