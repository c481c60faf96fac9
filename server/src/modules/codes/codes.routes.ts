import { codes } from '@almas/contract/products';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import type { Services } from '../../services.ts';
import { importCodes } from './import-codes.ts';
import { previewImport } from './preview-import.ts';

const notYet = async (): Promise<never> => {
  throw new Error('not served');
};

/** Codes as administrators handle them; a buyer's codes come with the purchase. */
export function codeRoutes(services: Services): ServedGroup {
  return serveGroup(codes, {
    import: async ({ actor, origin, params, body }) =>
      importCodes(services, actor, origin, {
        productId: params.id,
        offerId: params.offerId,
        lines: body.codes,
      }),
    preview: async ({ params, body }) =>
      previewImport(services, { productId: params.id, offerId: params.offerId, lines: body.codes }),
    export: notYet,
    list: notYet,
    releaseReservations: notYet,
  });
}
