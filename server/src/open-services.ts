import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { readArchiveState } from './database/archive/archive-state.ts';
import type { Database } from './database/pool.ts';
import { openReadReplica } from './database/read-replica.ts';
import { featureSwitches } from './feature-switches.ts';
import { openLive } from './live/open-live.ts';
import { sessions } from './modules/accounts/sessions.ts';
import { recordAction } from './modules/audit-trail/record-action.ts';
import { demoPlayerLookup } from './modules/free-fire/player-lookup.ts';
import { markResolved, writeNotifications } from './modules/notifications/notify.ts';
import { outboxSignal } from './modules/outbox/outbox-worker.ts';
import { outboundClient, pushClient } from './outbound/outbound-client.ts';
import { securityEvents } from './security/security-events.ts';
import type { Services } from './services.ts';
import { keyedHash } from './vault/keyed-hash.ts';
import { masterSecret } from './vault/master-secret.ts';
import { openVault } from './vault/open-vault.ts';

/**
 * Opens the services, and connects the ports to the modules that implement them. The database is migrated already. @throws StartupError when the master secret does not decrypt the keys of the
 * codes
 */
export async function openServices(
  config: Config,
  db: Database,
  log: Logger,
  publicDb = db,
): Promise<Services> {
  const master = masterSecret(config);
  const vault = await openVault(db, master);
  // After the vault, which creates the secret of a new installation.
  const hash = keyedHash(master);
  const known = sessions(db, config.sessionSecret, config.sessionLives, config.extensions);
  const { hub, streams } = openLive(db, log, known);
  const replica = openReadReplica(db, {
    url: config.databaseReadUrl,
    max: config.databasePool,
    maxLagSeconds: config.databaseReadLag,
  });
  return {
    config,
    db,
    publicDb,
    replica,
    features: featureSwitches(db, config),
    log,
    vault,
    keyedHash: hash,
    security: securityEvents(log, hash),
    effects: { recordAction, writeNotifications, markResolved },
    live: hub,
    outbound: outboundClient({ allowed: config.outboundAllowed ?? [] }),
    pushOutbound: pushClient(config.pushServices),
    webhookOutbound: outboundClient({ allowed: [] }),
    playerLookup: config.playerLookup === 'demo' ? demoPlayerLookup : undefined,
    outbox: outboxSignal(),
    streams,
    jobRuns: new Map(),
    archiveState: async () =>
      config.archive && readArchiveState(config.archive.folder, join(config.dataDir, 'postgres'), Date.now()),
    now: () => new Date(),
  };
}
