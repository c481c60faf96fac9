import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll } from 'vitest';
import { buildServer } from '../../server/src/app.ts';
import { type Config, readConfig } from '../../server/src/config.ts';
import { openServices } from '../../server/src/open-services.ts';
import type { Services } from '../../server/src/services.ts';
import { freshDatabase, type Query, queryOn, servingDatabase } from './database.ts';

export interface TestApp {
  readonly server: FastifyInstance;
  readonly services: Services;
  readonly query: Query;
  readonly url: string;
}

export interface AppOptions {
  readonly config?: Partial<Config>;
  /** The limits that are not high. */
  readonly limits?: Partial<Config['rateLimits']>;
  /** Services to replace: the clock, the log, … */
  readonly services?: Partial<Services>;
}

const noLimits = {
  purchase: 1_000_000,
  recharge_request: 1_000_000,
  freefire_request: 1_000_000,
  login_attempt: 1_000_000,
  registration: 1_000_000,
};

/** The configuration of a test server: limits are high unless a test changes them. */
export const testConfig = (changes: Partial<Config> = {}, limits: AppOptions['limits'] = {}): Config => ({
  ...readConfig({ CODES_KEY: 'a key for tests, longer than 32 characters', LOG_LEVEL: 'silent' }),
  rateLimits: { ...noLimits, ...limits },
  ...changes,
});

/** Starts the whole server on a database of its own, called with `inject` and without a port. Call it at the top of a test file. */
export async function testApp(options: AppOptions = {}): Promise<TestApp> {
  const { db, url } = await freshDatabase();
  const server = await secondServer(db, options);
  return { ...server, url };
}

/** Starts a second server on the same database, like another process. */
export async function secondServer(
  db: Services['db'],
  { config, limits, services }: AppOptions = {},
): Promise<Omit<TestApp, 'url'>> {
  const settings = testConfig(config, limits);
  const opened = await openServices(settings, servingDatabase(db), pino({ level: settings.logLevel }));
  const all = { ...opened, ...(services?.db && { publicDb: services.db }), ...services };
  const server = await buildServer(all);
  afterAll(() => server.close());
  // The server uses the serving role; the test prepares and reads as the owner.
  return { server, services: { ...all, db: services?.db ?? db }, query: queryOn(db) };
}
