import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { readOptions } from '../tests/support/read-options.ts';
import { auditOf } from './lib/books.ts';
import type { Cell } from './lib/cell.ts';
import { httpSales } from './lib/http-cells.ts';
import { median, round } from './lib/numbers.ts';
import { adminId, type Size } from './lib/seed.ts';
import { openSeededDatabase } from './lib/seeded-database.ts';
import { startServer } from './lib/server.ts';

/*
 * The p99 of a sale while a supplier takes every call and answers none, compared with the same while its connection is paused, in
 * alternating rounds. Every offer is below its threshold, and its order is due at every moment: in an hour an order is asked about ten
 * times, here the eight calls that one server makes at once never end but by their time limit.
 */
const { values: options } = readOptions('npm run bench:supplier-down', {
  rounds: { type: 'string', default: '8', help: 'number of rounds' },
  seconds: { type: 'string', default: '5', help: 'seconds of each measurement' },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const connections = 4;
const offers = 50;
const size: Size = { resellers: 2_000, offers, codes: 12_000 * seconds * rounds, hotCodes: 0, sales: 20_000 };

const say = (line: string) => process.stdout.write(`${line}\n`);

/** A supplier that takes connections and says nothing. */
const silent = new Set<Socket>();
let calls = 0;
const supplier = createServer((socket) => {
  calls += 1;
  silent.add(socket.on('error', () => {}).on('close', () => silent.delete(socket)));
}).listen(0, '127.0.0.1');
await once(supplier, 'listening');
const { port } = supplier.address() as AddressInfo;

const database = await openSeededDatabase(size, () => {});
const client = new pg.Client({ connectionString: database.superuserUrl });
await client.connect();
await client.query(
  `INSERT INTO offer_thresholds (offer_id, min_stock) SELECT id, 1000000 FROM offers
     ON CONFLICT (offer_id) DO UPDATE SET min_stock = EXCLUDED.min_stock`,
);
const { rows } = await client.query(`INSERT INTO suppliers (name) VALUES ('Muet') RETURNING id`);
await client.query(
  `INSERT INTO supplier_connections (supplier_id, kind, settings, daily_cap, paused, changed_by)
   SELECT $1, 'idempotent', jsonb_build_object('address', $2::text, 'topUps', '[]'::jsonb, 'articles',
          (SELECT jsonb_agg(jsonb_build_object('offerId', id, 'article', 'muet', 'restock', 10, 'maxUnitCost', 1000)) FROM offers)),
          1000000000, true, $3`,
  [rows[0].id, `http://127.0.0.1:${port}`, adminId],
);
const server = await startServer({
  DATABASE_URL: database.url,
  EXTENSIONS: 'suppliers',
  OUTBOUND_ALLOWED: '127.0.0.1',
});

/** Sales while the connection calls its supplier, or while it is paused and nothing of it is due. */
async function sales(isCalling: boolean): Promise<Cell> {
  await client.query('UPDATE supplier_connections SET paused = $1', [!isCalling]);
  await client.query(
    `UPDATE supplier_orders SET next_check_at = clock_timestamp() + CASE WHEN $1 THEN -1 ELSE 86400 END * interval '1 second'`,
    [isCalling],
  );
  // What waits for the supplier from the round before ends now.
  for (const socket of silent) socket.destroy();
  const asked = isCalling
    ? setInterval(() => {
        client.query(`UPDATE supplier_orders SET next_check_at = clock_timestamp()`).catch(() => {});
      }, 1_000)
    : undefined;
  try {
    const cell = await httpSales(server.port, size, 'spread', connections, seconds);
    if (cell.failed > 0) throw new Error(`${cell.failed} purchases failed: not a measurement`);
    return cell;
  } finally {
    clearInterval(asked);
  }
}

await sales(true);
calls = 0;
const cells: { down: Cell; paused: Cell }[] = [];
for (let at = 0; at < rounds; at += 1) {
  if (at % 2 === 0) cells.push({ down: await sales(true), paused: await sales(false) });
  else {
    const paused = await sales(false);
    cells.push({ down: await sales(true), paused });
  }
}
const line = (what: string, of: (cell: Cell) => number) => {
  const ratio = median(cells.map(({ down, paused }) => of(down) / of(paused)));
  const [down, paused] = [
    median(cells.map((each) => of(each.down))),
    median(cells.map((each) => of(each.paused))),
  ];
  say(
    `${what}: ${round(down)} with a silent supplier, ${round(paused)} with a paused one, ratio ${round(ratio)}`,
  );
};
line('p99 of a sale in ms', ({ p99 }) => p99);
line('p50 of a sale in ms', ({ p50 }) => p50);
line('sales per second', ({ perSecond }) => perSecond);
const { rows: orders } = await client.query(
  'SELECT status, count(*)::int AS n FROM supplier_orders GROUP BY 1',
);
say(`${calls} calls, at most 8 at once; orders: ${JSON.stringify(orders)}`);
await client.end();
for (const socket of silent) socket.destroy();
await server.close();
say(`audit ${JSON.stringify(await auditOf(database.url))}`);
await database.close();
supplier.close();
