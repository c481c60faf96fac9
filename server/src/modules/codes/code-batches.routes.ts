import { codeBatches } from '@almas/contract/code-batches';
import type { ServedGroup } from '../../http/serve.ts';
import { parseIdOrZero } from '../../ids.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { findBatch, listBatches, listBuyers, originsOf, presentBatch } from './code-batches.ts';
import { findCodes } from './find-codes.ts';
import { listUnsold } from './unsold-codes.ts';
import { updateBatch } from './update-batch.ts';
import { recallBatch, withdrawCode } from './withdraw-codes.ts';

/** The routes of batches, of unsold codes, and of the search for a code. */
export function codeBatchRoutes(services: Services): ServedGroup {
  return serveRoutes(services, codeBatches, {
    list: async ({ query }) => listBatches(services.db, query),
    get: async ({ params }) => presentBatch(await findBatch(services.db, params.id)),
    ofCode: async ({ params }) => {
      const id = parseIdOrZero(params.id);
      return { batch: (await originsOf(services.db, [id])).get(id) ?? null };
    },
    update: updateBatch,
    recall: recallBatch,
    buyers: async ({ params, query }) => {
      await findBatch(services.db, params.id);
      return listBuyers(services.db, params.id, query);
    },
    unsold: async ({ query }) => listUnsold(services, query),
    withdrawCode,
    find: findCodes,
  });
}
