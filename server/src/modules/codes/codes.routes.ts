import { codes } from '@almas/contract/products';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { decideWithheldCode, listWithheldCodes } from './decide-withheld-code.ts';
import { exportCodes } from './export-codes.ts';
import { importCodes } from './import-codes.ts';
import { listCodes } from './list-codes.ts';
import { previewImport } from './preview-import.ts';
import { releaseReservations } from './release-reservations.ts';

/** The routes of codes for administrators; buyers get their codes with the purchase. */
export function codeRoutes(services: Services): ServedGroup {
  return serveRoutes(services, codes, {
    import: importCodes,
    preview: async ({ params, body, actor }) =>
      previewImport(services, { productId: params.id, offerId: params.offerId, actorId: actor.id, ...body }),
    export: exportCodes,
    list: async ({ query, reads }) => listCodes(reads, query),
    withheld: async ({ query }) => listWithheldCodes(services.db, query),
    decideWithheld: decideWithheldCode,
    releaseReservations,
  });
}
