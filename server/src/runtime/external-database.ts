import { setTimeout as delay } from 'node:timers/promises';
import { serverTexts } from '@almas/locale/runtime';
import { runStatements } from '../database/embedded/provision.ts';
import { isDatabaseUnavailable } from '../database/failures.ts';
import { planning } from '../database/pool.ts';
import { StartupError } from '../startup-error.ts';

const oldestVersion = 150_000;

type AddressVariable = 'DATABASE_URL' | 'DATABASE_OWNER_URL';

/**
 * Refuses an address that does not lead to a PostgreSQL 15 or later with UTF-8, or that leads to a pooler in front of it. Throws a StartupError that names the variable.
 * @returns what is the same for every address of a database, and differs between two
 */
export async function checkDatabase(
  url: string,
  variable: AddressVariable = 'DATABASE_URL',
): Promise<string> {
  const address = addressWithoutPassword(url);
  const [row] = await runStatements(
    withOptions(url),
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS text,
            current_setting('server_encoding') AS encoding, current_setting('plan_cache_mode') AS plans, current_database() || ' ' || pg_postmaster_start_time() AS identity`,
  ).catch((error: unknown) => {
    throw new StartupError(explainRefusal(error, address).replace('DATABASE_URL', variable));
  });
  if (Number(row?.number) < oldestVersion)
    throw new StartupError(
      serverTexts.databaseTooOld(address, String(row?.text)).replace('DATABASE_URL', variable),
    );
  if (row?.encoding !== 'UTF8')
    throw new StartupError(
      serverTexts.databaseEncoding(address, String(row?.encoding)).replace('DATABASE_URL', variable),
    );
  // A pooler that drops the settings of a connection answers as if it had taken them.
  if (row?.plans !== 'force_generic_plan')
    throw new StartupError(serverTexts.databasePooled(address).replace('DATABASE_URL', variable));
  return String(row?.identity);
}

/**
 * Refuses an address at which no PostgreSQL answers, for a role or a database that need not exist yet. Throws a StartupError that names
 * the variable.
 */
export async function checkAnswers(url: string, variable: AddressVariable): Promise<void> {
  await runStatements(url, 'SELECT 1').catch((error: { code?: string }) => {
    const { code = '' } = error;
    if (code.startsWith('28') || code === '3D000') return;
    const sentence = explainRefusal(error, addressWithoutPassword(url));
    throw new StartupError(sentence.replace('DATABASE_URL', variable));
  });
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
      await runStatements(url, 'SELECT 1');
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > end) throw error;
      if (!waits) onWait?.();
      waits = true;
      await delay(250);
    }
  }
}

/** The error codes of OpenSSL for an untrusted certificate: DEPTH_ZERO_SELF_SIGNED_CERT, CERT_HAS_EXPIRED, … */
const certificate = /CERT|UNABLE_TO_VERIFY|ERR_TLS/;

/** One sentence for a connection that failed. */
export function explainRefusal(error: unknown, address: string): string {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === '3D000') return serverTexts.databaseMissing(address);
  if (code.startsWith('28')) return serverTexts.databaseRefused(address);
  if (message.includes('does not support SSL')) return serverTexts.databaseWithoutTls(address);
  if (code === '08P01' && message.includes('startup parameter')) return serverTexts.databasePooled(address);
  if (certificate.test(code)) return serverTexts.databaseCertificate(address, message);
  return serverTexts.databaseUnreachable(address);
}

/** The address with the settings of the pool's connections, so that what refuses them is found at the start. */
function withOptions(url: string): string {
  const address = new URL(url);
  address.searchParams.set('options', planning);
  return address.href;
}

/** The address without its user and password. */
export function addressWithoutPassword(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
