import { type Browser, chromium } from '@playwright/test';
import { browserOptions } from '../../scripts/lib/browser.mjs';
import { prepareSampleData } from '../../scripts/lib/sample-data.mjs';
import { startTestCluster } from './cluster.ts';
import { startProductServer } from './product-server.ts';

/** The built product with realistic data, and a browser. */
export interface SampleProduct {
  readonly baseURL: string;
  readonly browser: Browser;
  readonly admin: { readonly email: string; readonly password: string };
  /** The session cookies of each kind of user. */
  readonly cookies: Awaited<ReturnType<typeof prepareSampleData>>;
  /** Stops the server, for screens without a connection. */
  stopServer(): Promise<void>;
}

/** Starts the product and the browser for the duration of `work`. */
export async function withSampleProduct(
  work: (product: SampleProduct) => Promise<void>,
  { extended = false, arabic = false }: { readonly extended?: boolean; readonly arabic?: boolean } = {},
): Promise<void> {
  const cluster = await startTestCluster();
  const admin = { email: 'direction@almas.dz', password: 'motdepasse' };
  const { baseURL, databaseUrl, stop } = await startProductServer(cluster, admin, { PLAYER_LOOKUP: 'demo' });
  const browser = await chromium.launch(browserOptions());
  let stopped: Promise<void> | undefined;
  const stopServer = () => {
    stopped ??= stop();
    return stopped;
  };
  try {
    const cookies = await prepareSampleData(baseURL, admin, { ...(extended && { databaseUrl }), arabic });
    await work({ baseURL, browser, admin, cookies, stopServer });
  } finally {
    await browser.close();
    await stopServer();
    await cluster.stop();
  }
}
