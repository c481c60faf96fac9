import { statements } from '@almas/contract/statements';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { exportStatement } from './export-statement.ts';
import { exportTillCloses } from './export-till-closes.ts';
import { findStatementAccount, readStatement } from './read-statement.ts';

/** The statements of accounts, month by month, and the counted drawers of a reseller as a file. */
export const statementRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, statements, {
    read: async ({ actor, wallet, query }) =>
      readStatement(
        services.db,
        await findStatementAccount(services.db, { actor, wallet }, query.userId),
        query,
      ),
    export: exportStatement,
    exportTillCloses,
  });
