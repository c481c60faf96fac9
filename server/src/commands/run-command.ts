import { once } from 'node:events';
import pino from 'pino';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { openDataFolder } from '../database/embedded/index.ts';
import { runningUrl } from '../database/embedded/running.ts';
import { migrate } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/pool.ts';
import { lockFolder } from '../folder-lock.ts';
import { databaseAddress } from '../runtime/database-address.ts';
import { Shutdown } from '../runtime/shutdown.ts';
import { openServices, type Services } from '../services.ts';
import { StartupError } from '../startup-error.ts';

export interface CommandContext {
  readonly config: Config;
  readonly db: Database;
  /** Opens the vault and the rest; a command that needs the database alone does without. */
  services(): Promise<Services>;
  /** What stands behind the command's name. */
  readonly args: readonly string[];
}

/**
 * Runs one command of the operator and ends the process: with the number it answers, or 1 and one sentence for a
 * failure. It works beside a running server as well as without one: then it starts the database itself.
 */
export async function runCommand(work: (context: CommandContext) => Promise<number>): Promise<void> {
  const shutdown = new Shutdown();
  let exitCode = 1;
  try {
    const config = readConfig(process.env);
    const log = pino({ level: config.logLevel === 'info' ? 'warn' : config.logLevel });
    const db = openDatabase(await address(config, shutdown, log), { max: 4 });
    shutdown.add(() => db.end());
    await migrate(db);
    const services = async () => {
      const opened = await openServices(config, db, log);
      shutdown.add(() => opened.streams.close());
      return opened;
    };
    exitCode = await work({ config, db, services, args: process.argv.slice(2) });
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
  }
  await shutdown.run((error) => process.stderr.write(`${explain(error)}\n`));
  // What is still in the pipe must reach the reader before the process ends.
  if (process.stdout.writableLength > 0) await once(process.stdout, 'drain');
  process.exit(exitCode);
}

async function address(config: Config, shutdown: Shutdown, log: pino.Logger): Promise<string> {
  if (config.databaseUrl !== undefined) return databaseAddress(config, shutdown, log);
  openDataFolder(config.dataDir);
  try {
    shutdown.add(await lockFolder(config.dataDir));
  } catch (held) {
    const url = runningUrl(config.dataDir, 'almas');
    if (!(held instanceof StartupError) || url === undefined) throw held;
    return url;
  }
  return databaseAddress(config, shutdown, log);
}

function explain(error: unknown): string {
  if (error instanceof StartupError || error instanceof ConfigError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
