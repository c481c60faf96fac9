import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookie that carries a session token; what it means is the accounts module's. */
export interface SessionCookie {
  read(request: FastifyRequest): string | undefined;
  write(reply: FastifyReply, token: string, maxAgeSeconds: number): void;
  clear(reply: FastifyReply): void;
}

/**
 * HttpOnly keeps scripts away, Strict keeps other sites away, Secure behind TLS (P19, P20). There the `__Host-` prefix
 * makes the browser itself refuse a cookie of this name from a sister site or without TLS.
 */
export function sessionCookie(publicUrl: string | undefined): SessionCookie {
  const secure = publicUrl?.startsWith('https:') ?? false;
  const name = secure ? '__Host-almas_session' : 'almas_session';
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`);
  const write = (reply: FastifyReply, token: string, maxAgeSeconds: number) => {
    reply.header('set-cookie', `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`);
  };
  return {
    read: (request) => pattern.exec(request.headers.cookie ?? '')?.[1],
    write,
    clear: (reply) => write(reply, '', 0),
  };
}
