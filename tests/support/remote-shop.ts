import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { buildServer } from '../../server/src/app.ts';
import type { Config } from '../../server/src/config.ts';
import { migrate } from '../../server/src/database/migrate.ts';
import { type Database, openDatabase } from '../../server/src/database/pool.ts';
import { openServices } from '../../server/src/open-services.ts';
import type { Services } from '../../server/src/services.ts';
import { testConfig } from './app.ts';
import { createProduct, importCodes, offerOf } from './shop.ts';
import { createUser, type TestUser } from './users.ts';

/** A shop with stock in a database for server processes. */
export interface RemoteShop {
  readonly db: Database;
  readonly services: Services;
  /** A server in this process. */
  readonly server: FastifyInstance;
  readonly admin: TestUser;
  readonly buyers: readonly TestUser[];
  readonly productId: string;
  readonly offerId: string;
  close(): Promise<void>;
}

/** The environment of a server process of this shop. */
export const remoteEnvironment = (url: string): Record<string, string> => ({
  DATABASE_URL: url,
  CODES_KEY: testConfig().codesKey ?? '',
  RATE_LIMIT_PURCHASE: '1000000',
  RATE_LIMIT_RECHARGE_REQUEST: '1000000',
  RATE_LIMIT_FREEFIRE_REQUEST: '1000000',
});

interface ShopOptions {
  readonly buyers?: number;
  readonly codes?: number;
  /** Of the server in this process. */
  readonly extensions?: Config['extensions'];
}

/** Migrates the database and fills a shop: one offer at 10 DA, buyers with 1,000,000 DA each. */
export async function remoteShop(
  url: string,
  { buyers = 4, codes = 200, extensions }: ShopOptions = {},
): Promise<RemoteShop> {
  const db = openDatabase(url, { max: 4 });
  await migrate(db);
  const services = await openServices(
    testConfig(extensions && { extensions }),
    db,
    pino({ level: 'silent' }),
  );
  const server = await buildServer(services);
  const admin = await createUser(server, services, { role: 'admin' });
  const users: TestUser[] = [];
  for (let count = 0; count < buyers; count += 1) {
    users.push(await createUser(server, services, { balance: 1_000_000 }));
  }
  const product = await createProduct(admin, { offers: [{ price: 10 }] });
  await importCodes(admin, product, codes);
  return {
    db,
    services,
    server,
    admin,
    buyers: users,
    productId: product.id,
    offerId: offerOf(product).id,
    close: async () => {
      await server.close();
      await db.end();
    },
  };
}
