import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { firstAdministratorTexts, serverTexts } from '@almas/locale/runtime';
import type { Logger } from 'pino';
import { buildServer } from './app.ts';
import { type Config, readConfig, renamedVariables } from './config.ts';
import { keepArchive } from './database/archive/archive-keeper.ts';
import { prepareFolder } from './database/embedded/account.ts';
import { writePrivate } from './database/embedded/private-file.ts';
import { callTimeouts, openDatabase, publicDatabase } from './database/pool.ts';
import { isRoleTooStrong } from './database/privileges.ts';
import { syncFolder } from './database/sync-folder.ts';
import { openLog } from './log.ts';
import { ensureFirstAdministrator, type FirstAdministrator } from './modules/accounts/first-administrator.ts';
import { announceAlerts } from './modules/alerts/announce-alerts.ts';
import { raiseMessageError } from './modules/alerts/raise-alert.ts';
import { startOutbox } from './modules/outbox/outbox-worker.ts';
import { startSupplierOrders } from './modules/supplier-orders/work-orders.ts';
import { startWebhooks } from './modules/webhooks/webhook-worker.ts';
import { openServices } from './open-services.ts';
import { databaseAddress, lockDataFolder, migrateAsOwner } from './runtime/database-address.ts';
import { explain } from './runtime/explain.ts';
import { checkAddress, explainListening, localUrl } from './runtime/listening.ts';
import { report } from './runtime/say.ts';
import { securityAdvice } from './runtime/security-advice.ts';
import { Shutdown, waitAtMost } from './runtime/shutdown.ts';
import { startSchedules } from './schedules/schedules.ts';
import { version } from './version.ts';

const drainMilliseconds = 10_000;
const poolMilliseconds = 5_000;

/** Starts everything in order and registers the end of each part with `shutdown`. */
async function start(config: Config, log: Logger, shutdown: Shutdown): Promise<void> {
  await lockDataFolder(config, shutdown);
  await checkAddress(config);
  const addresses = await databaseAddress(config, shutdown, log);
  if (shutdown.isRequested) return;
  const db = openDatabase(addresses.url, { max: config.databasePool, timeouts: callTimeouts });
  const publicDb = openDatabase(addresses.url, publicDatabase);
  shutdown.add(() => waitAtMost(poolMilliseconds, Promise.all([db.end(), publicDb.end()]), () => undefined));
  await migrateAsOwner(db, addresses);
  if (config.archive && addresses.embedded) {
    const operatorLog = { info: report, warn: (message: string) => log.warn(message) };
    shutdown.add(keepArchive(config.archive, config.dataDir, addresses.embedded, operatorLog));
  }
  if (await isRoleTooStrong(db)) log.warn(serverTexts.roleTooStrong);
  const services = await openServices(config, db, log, publicDb);
  // Ends after the calls, because it still sends their last messages; the next server sends the rest.
  shutdown.add(startOutbox(services, raiseMessageError));
  shutdown.add(startWebhooks(services));
  const passwordFile = unusedPath(join(config.dataDir, 'first-administrator'), '.txt');
  const administrator = await ensureFirstAdministrator(services, (email, password) => {
    if (!process.stdout.isTTY) keepPassword(config.dataDir, passwordFile, email, password);
  });
  announce(administrator, passwordFile);
  for (const advice of securityAdvice(config)) log.warn(advice);
  const app = await buildServer(services);
  shutdown.add(() =>
    waitAtMost(drainMilliseconds, app.close(), () =>
      report(serverTexts.stoppedLate(drainMilliseconds / 1_000)),
    ),
  );
  if (shutdown.isRequested) return;
  await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw explainListening(error, config);
  });
  shutdown.add(startSchedules(services));
  shutdown.add(startSupplierOrders(services));
  shutdown.add(announceAlerts(services));
  shutdown.add(() => app.gracefulShutdown.begin(config.shutdownDelay));
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  report(serverTexts.ready(localUrl({ host: config.host, port })), {
    host: config.host,
    port,
    databasePort: Number(new URL(addresses.url).port || 5_432),
    version,
  });
  await shutdown.requested;
}

/** A name that no file has: the one that exists may be the only copy of another database's password. */
function unusedPath(path: string, ending: string): string {
  if (!existsSync(`${path}${ending}`)) return `${path}${ending}`;
  return `${path}-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}${ending}`;
}

/** Writes the password of the first administrator to a file that only its owner can read. It is on the disk when this returns. */
function keepPassword(dataDir: string, file: string, email: string, password: string): void {
  prepareFolder(dataDir, undefined);
  writePrivate(file, `${email}\n${password}\n`);
  syncFolder(dataDir);
}

/**
 * Prints how to sign in. A generated password is printed on a terminal only: elsewhere standard output may be a journal that stores it,
 * and it is in the file instead.
 */
function announce(administrator: FirstAdministrator | undefined, passwordFile: string): void {
  if (!administrator) return;
  report(firstAdministratorTexts.created(administrator.email));
  if (!administrator.password) return;
  if (process.stdout.isTTY) report(firstAdministratorTexts.password(administrator.password));
  else report(firstAdministratorTexts.passwordFile(passwordFile));
}

const shutdown = new Shutdown();
let exitCode = 0;
try {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  for (const sentence of renamedVariables(process.env)) report(sentence);
  await start(config, log, shutdown);
  report(serverTexts.stopping());
} catch (error) {
  exitCode = 1;
  process.stderr.write(`${explain(error)}\n`);
}
await shutdown.run((error) => process.stderr.write(`${explain(error)}\n`));
if (exitCode === 0) report(serverTexts.stopped());
process.exit(exitCode);
