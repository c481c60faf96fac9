import { statements } from '@almas/contract/statements';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { exportStatement } from './export-statement.ts';
import { findStatementAccount, readStatement } from './read-statement.ts';

/** The statements of accounts, month by month. */
export const statementRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, statements, {
    read: async ({ actor, wallet, query }) =>
      readStatement(
        services.db,
        await findStatementAccount(services.db, { actor, wallet }, query.userId),
        query,
      ),
    export: exportStatement,
  });
