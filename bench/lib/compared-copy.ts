import { join } from 'node:path';
import type { Place } from './place.ts';
import type { Size } from './seed.ts';
import type { MeasuredServer } from './server.ts';

/*
 * A process of its own for one working copy: its own modules prepare its database and start its server, so that an
 * earlier copy is measured as it was. `node --import tsx bench/lib/compared-copy.ts FOLDER`, started by compare.ts.
 */
const folder = process.argv[2] ?? '';
const size: Size = { resellers: 200, offers: 20, codes: 200_000, hotCodes: 0, sales: 200_000 };

const load = (file: string) => import(join(folder, 'bench/lib', file));
const { openPlace } = (await load('place.ts')) as {
  openPlace(size: Size, progress: (line: string) => void): Promise<Place>;
};
const { startServer } = (await load('server.ts')) as {
  startServer(env: Record<string, string>): Promise<MeasuredServer>;
};
const { auditOf } = (await load('books.ts')) as { auditOf(url: string): Promise<unknown> };

const place = await openPlace(size, () => {});
const server = await startServer({ DATABASE_URL: place.url });
process.on('message', async () => {
  const found = JSON.stringify(await auditOf(place.url));
  await server.close();
  await place.close();
  process.send?.(found, () => process.exit());
});
process.send?.(server.port);
