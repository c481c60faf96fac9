import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

/** A response body that is sent to many callers: serialized once, and compressed once for all clients that accept it. */
export class CompressedResponse {
  private compressed: Promise<Buffer> | undefined;
  private readonly json: string;

  /** @param json the body, serialized by the schema of its route */
  constructor(json: string) {
    this.json = json;
  }

  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.type('application/json; charset=utf-8');
    if (!negotiate(String(request.headers['accept-encoding'] ?? ''), ['gzip'])) return reply.send(this.json);
    this.compressed ??= compress(this.json);
    const compressed = await this.compressed;
    // The time limit of the call may have sent a response meanwhile (with-timeout.ts).
    return reply.sent ? reply : reply.header('content-encoding', 'gzip').send(compressed);
  }
}
