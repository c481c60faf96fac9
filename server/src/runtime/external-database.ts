import { setTimeout as delay } from 'node:timers/promises';
import { serverTexts } from '@almas/locale/runtime';
import { runAlone } from '../database/embedded/provision.ts';
import { isDatabaseAway } from '../database/failures.ts';
import { StartupError } from '../startup-error.ts';

const oldestVersion = 150_000;

/** Refuses a DATABASE_URL that does not lead to a PostgreSQL 15 or later. Throws a StartupError. */
export async function checkDatabase(url: string): Promise<void> {
  const address = addressWithoutPassword(url);
  const version = await versionOf(url).catch((error: unknown) => {
    throw new StartupError(explain(error, address));
  });
  if (Number(version.number) < oldestVersion)
    throw new StartupError(serverTexts.databaseTooOld(address, version.text));
}

/**
 * Returns as soon as a PostgreSQL takes connections; throws its last error after `seconds`, and any other refusal immediately.
 * `onWait` is called once when the first try fails.
 */
export async function waitForDatabase(
  url: string,
  { seconds, onWait }: { seconds: number; onWait?: () => void },
): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  let waits = false;
  for (;;) {
    try {
      await runAlone(url, 'SELECT 1');
      return;
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > end) throw error;
      if (!waits) onWait?.();
      waits = true;
      await delay(250);
    }
  }
}

async function versionOf(url: string): Promise<{ number: string; text: string }> {
  const [row] = await runAlone(
    url,
    `SELECT current_setting('server_version_num') AS number, current_setting('server_version') AS text`,
  );
  return { number: String(row?.number), text: String(row?.text) };
}

function explain(error: unknown, address: string): string {
  const { code } = error as { code?: string };
  if (code === '3D000') return serverTexts.databaseMissing(address);
  if (code?.startsWith('28')) return serverTexts.databaseRefused(address);
  return serverTexts.databaseUnreachable(address);
}

/** The address without its user and password. */
export function addressWithoutPassword(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
