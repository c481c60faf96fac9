import { codes } from '@almas/contract/products';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import { numberOrZero } from '../../ids.ts';
import type { Services } from '../../services.ts';
import { decideWithheldCode, listWithheldCodes } from './decide-withheld-code.ts';
import { exportCodes } from './export-codes.ts';
import { attachment } from './export-file-name.ts';
import { importCodes } from './import-codes.ts';
import { listCodes } from './list-codes.ts';
import { previewImport } from './preview-import.ts';
import { releaseReservations } from './release-reservations.ts';

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
    export: async ({ actor, origin, params, reply }) => {
      const { fileName, text } = await exportCodes(services, actor, origin, params.id, params.offerId);
      return reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', attachment(fileName))
        .send(text);
    },
    list: async ({ query, reads }) => listCodes(reads, query),
    withheld: async ({ query }) => listWithheldCodes(services.db, query),
    decideWithheld: async ({ actor, origin, params, body }) =>
      decideWithheldCode(services, actor, origin, numberOrZero(params.id), body.decision),
    releaseReservations: async ({ actor, origin }) => ({
      released: await releaseReservations(services, actor, origin),
    }),
  });
}
