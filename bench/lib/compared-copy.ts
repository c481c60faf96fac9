import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withKeys } from './api-keys.ts';
import { withCashiers } from './cashiers.ts';
import { compared } from './compared-size.ts';
import { withOwnPrices } from './own-prices.ts';
import type { Size } from './seed.ts';
import type { SeededDatabase } from './seeded-database.ts';
import type { MeasuredServer } from './server.ts';

/*
 * A process for one working copy: its own modules prepare its database and start its server, so that an earlier copy is measured with
 * its own code. `node bench/lib/compared-copy.ts FOLDER [own-prices|cashiers|api]`, started by compare.ts.
 */
const [, , folder = '', added] = process.argv;

const load = (file: string) => import(join(folder, 'bench/lib', file));
type Open = (size: Size, progress: (line: string) => void) => Promise<SeededDatabase>;
// Copies from before 2026-11-23 have it under the second name.
const opening = existsSync(join(folder, 'bench/lib/seeded-database.ts'))
  ? load('seeded-database.ts').then(
      ({ openSeededDatabase }: { openSeededDatabase: Open }) => openSeededDatabase,
    )
  : load('place.ts').then(({ openPlace }: { openPlace: Open }) => openPlace);
const { startServer } = (await load('server.ts')) as {
  startServer(env: Record<string, string>): Promise<MeasuredServer>;
};
const { auditOf } = (await load('books.ts')) as { auditOf(url: string): Promise<unknown> };

const database = await (await opening)(compared, () => {});
if (added === 'own-prices') await withOwnPrices(database.url);
if (added === 'cashiers') await withCashiers(database.superuserUrl, compared.resellers);
if (added === 'api') await withKeys(database.superuserUrl, compared.resellers);
const server = await startServer({ DATABASE_URL: database.url });
process.on('message', async () => {
  const found = JSON.stringify(await auditOf(database.url));
  await server.close();
  await database.close();
  process.send?.(found, () => process.exit());
});
process.send?.(server.port);
