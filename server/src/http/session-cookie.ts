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
