import { randomBytes } from 'node:crypto';
import { runStatements } from '../../server/src/database/embedded/provision.ts';
import { copyDatabase, databaseUrl, servingUrl, type TestCluster } from './cluster.ts';
import { openUntilMidnight } from './open-all-day.ts';
import { startServer } from './server-process.ts';

/** The delivered server on an empty database of its own, for a browser. */
export interface ProductServer {
  readonly baseURL: string;
  readonly admin: { readonly email: string; readonly password: string };
  readonly databaseUrl: string;
  /** The log of the server so far: warnings and errors. */
  output(): string;
  /** Stops the server and drops the database. */
  stop(): Promise<void>;
}

/** Starts the built server on an empty database. `environment` adds or replaces settings. */
export async function startProductServer(
  cluster: Omit<TestCluster, 'stop'>,
  admin: ProductServer['admin'],
  environment: Record<string, string> = {},
): Promise<ProductServer> {
  const name = `almas_product_${randomBytes(8).toString('hex')}`;
  await copyDatabase(cluster, name);
  const url = databaseUrl(cluster, name);
  await openUntilMidnight(url);
  const server = await startServer({
    DATABASE_URL: servingUrl(cluster, name),
    CODES_KEY: randomBytes(32).toString('hex'),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    // A test makes as many calls in a minute as users in a day; the limits have tests of their own.
    RATE_LIMIT_LOGIN_ATTEMPT: '100000',
    RATE_LIMIT_REGISTRATION: '100000',
    RATE_LIMIT_PURCHASE: '100000',
    RATE_LIMIT_RECHARGE_REQUEST: '100000',
    RATE_LIMIT_FREEFIRE_REQUEST: '100000',
    ...environment,
  });
  return {
    baseURL: server.baseURL,
    admin,
    databaseUrl: url,
    output: server.output,
    stop: async () => {
      await server.stop();
      await runStatements(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
