import type { FastifyInstance } from 'fastify';
import { apiPage } from './api-page.ts';
import { openApiDocument } from './openapi.ts';

/** /api/openapi.json and /api/docs. Made at the first visit: most processes never show them. */
export function apiDocuments(server: FastifyInstance, version: string): void {
  let document: string | undefined;
  let page: string | undefined;
  server.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(version));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  server.get('/api/docs', async (_request, reply) => {
    page ??= apiPage();
    return reply.type('text/html; charset=utf-8').send(page);
  });
}
