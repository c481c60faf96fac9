import { hash } from 'node:crypto';
import { products as routes } from '@almas/contract/products';
import type { Queryable } from '../../database/pool.ts';
import { CompressedResponse } from '../../http/compressed-response.ts';
import { withoutInternalFields } from '../../http/internal-fields.ts';
import { responseSchema } from '../../http/json-schema.ts';
import type { Call, Handler } from '../../http/serve.ts';
import { catalogueReader } from './catalogue.ts';
import { visibleProducts } from './visible-products.ts';

type List = typeof routes.list;

/** Part of the ETag: after an upgrade a browser does not get 304 for an answer of the old version. */
const shapeOf = (list: List): string =>
  hash('sha256', JSON.stringify(responseSchema(list.response)), 'base64url').slice(0, 8);

/** GET /api/products: read from the database every time, written once per version, and 304 while nothing changed. */
export function serveCatalogue(db: Queryable): Handler<List> {
  const shape = shapeOf(routes.list);
  const readCatalogue = catalogueReader(db);
  return async ({ actor, query, request, reply }: Call<List>) => {
    const { version, products, answers } = await readCatalogue();
    if (reply.sent) return reply;
    const name = `${shape}.${actor.role}.${query.status}.${query.limit ?? 'all'}`;
    const etag = `W/"${name}.${version}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'cookie, accept-encoding' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const answer = () => ({ items: visibleProducts(products, actor, query), nextCursor: null });
    // Any length may be asked for: such answers would fill the memory.
    if (query.limit !== undefined) return answer();
    const compressed =
      answers.get(name) ?? new CompressedResponse(String(reply.serialize(withoutInternalFields(answer()))));
    answers.set(name, compressed);
    return compressed.send(request, reply);
  };
}
