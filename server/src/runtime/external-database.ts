import { serverTexts } from '@almas/locale/runtime';
import { runAlone } from '../database/embedded/provision.ts';
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
