import { codeImports } from '@almas/contract/code-imports';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { findImport, listImports, listUnsold, presentImport } from './code-imports.ts';
import { findCodes } from './find-codes.ts';
import { withdrawCode, withdrawImport } from './withdraw-codes.ts';

/** The routes of imports, of unsold codes, and of the search for a code. */
export function codeImportRoutes(services: Services): ServedGroup {
  return serveRoutes(services, codeImports, {
    list: async ({ query }) => listImports(services.db, query),
    get: async ({ params }) => presentImport(await findImport(services.db, params.id)),
    withdraw: withdrawImport,
    unsold: async ({ query }) => listUnsold(services, query),
    withdrawCode,
    find: findCodes,
  });
}
