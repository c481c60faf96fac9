import { hash } from 'node:crypto';
import { products as routes } from '@almas/contract/products';
import type { Queryable } from '../../database/pool.ts';
import { CompressedResponse } from '../../http/compressed-response.ts';
import { withoutInternalFields } from '../../http/internal-fields.ts';
import { responseSchema } from '../../http/json-schema.ts';
import type { Call, Handler } from '../../http/serve.ts';
import { catalogueReader } from './catalogue.ts';
import { shownStatuses, visibleProducts } from './visible-products.ts';

type List = typeof routes.list;

/** Part of the ETag: after an upgrade that changes the schema, browsers do not get 304 for a former response. */
const shapeOf = (list: List): string =>
  hash('sha256', JSON.stringify(responseSchema(list.response)), 'base64url').slice(0, 8);

/** GET /api/products: checks the version in the database for each call, serializes once per version, and sends 304 without a change. */
export function serveCatalogue(db: Queryable): Handler<List> {
  const shape = shapeOf(routes.list);
  const readCatalogue = catalogueReader(db);
  return async ({ actor, query, request, reply }: Call<List>) => {
    const { version, products, responses } = await readCatalogue();
    if (reply.sent) return reply;
    // Responses are cached by what they show: a deactivated administrator has the role of those who see drafts, and sees none.
    const shown = shownStatuses(actor, query);
    const name = `${shape}.${shown.join('+')}.${query.limit ?? 'all'}`;
    const etag = `W/"${name}.${version}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'cookie, accept-encoding' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const content = () => ({ items: visibleProducts(products, shown, query.limit), nextCursor: null });
    // Not cached: responses for every possible `limit` would fill the memory.
    if (query.limit !== undefined) return content();
    const compressed =
      responses.get(name) ??
      new CompressedResponse(String(reply.serialize(withoutInternalFields(content()))));
    responses.set(name, compressed);
    return compressed.send(request, reply);
  };
}
