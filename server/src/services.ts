import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { type ArchiveState, readArchiveState } from './database/archive/archive-state.ts';
import type { Database } from './database/pool.ts';
import { openReadReplica, type ReadReplica } from './database/read-replica.ts';
import { type FeatureSwitches, featureSwitches } from './extensions/feature-switches.ts';
import type { LiveHub } from './live/hub.ts';
import { type LiveStreams, openLive } from './live/open-live.ts';
import { sessions } from './modules/accounts/sessions.ts';
import { demoPlayerLookup, type PlayerLookup } from './modules/free-fire/player-lookup.ts';
import { type OutboxSignal, outboxSignal } from './modules/outbox/outbox-worker.ts';
import { type OutboundClient, outboundClient, pushClient } from './outbound/outbound-client.ts';
import { type SecurityEvents, securityEvents } from './security/security-events.ts';
import type { CodeVault } from './vault/code-vault.ts';
import { type KeyedHash, keyedHash } from './vault/keyed-hash.ts';
import { masterSecret } from './vault/master-secret.ts';
import { openVault } from './vault/open-vault.ts';

/** The services of every module; created once at start, replaced one by one in tests. */
export interface Services {
  readonly config: Config;
  readonly db: Database;
  /** For the calls that anybody may make: a few connections of their own, so that a flood of these takes none from the sales (P26). */
  readonly publicDb: Database;
  /** Chooses between the database and its standby for reads that may go there; closed with the server. */
  readonly replica: ReadReplica;
  /** Which features the owner has turned on. */
  readonly features: FeatureSwitches;
  readonly log: Logger;
  readonly vault: CodeVault;
  /** Keyed hashes: signs cookies of this installation, and replaces emails in the log. */
  readonly keyedHash: KeyedHash;
  readonly live: LiveHub;
  /** The only HTTP client of the server for other hosts. */
  readonly outbound: OutboundClient;
  /** For the addresses of push services, which browsers name. */
  readonly pushOutbound: OutboundClient;
  /** Looks up names of Free Fire players; undefined: off. */
  readonly playerLookup: PlayerLookup | undefined;
  /** Wakes the outbox worker of this process when a message is to be sent. */
  readonly outbox: OutboxSignal;
  /** The log of security events, for an investigation after an intrusion. */
  readonly security: SecurityEvents;
  /** The open screens of this process; closed with the server. */
  readonly streams: LiveStreams;
  /** When each scheduled job last succeeded in this process, at first when it started, in milliseconds since 1970. */
  readonly jobRuns: Map<string, number>;
  /** The state of the database's archive; undefined without ARCHIVE_DIR. */
  readonly archiveState: () => Promise<ArchiveState | undefined>;
  /** The clock, so that hours and limits can be tested (AMB-14). */
  readonly now: () => Date;
}

/**
 * Opens the services. The database is migrated already. @throws StartupError when the master secret does not decrypt the keys of the
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
  const { hub, streams } = openLive(db, log, sessions(db, config.sessionSecret, config.sessionLives));
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
    live: hub,
    outbound: outboundClient({ allowed: config.outboundAllowed ?? [] }),
    pushOutbound: pushClient(config.pushServices),
    playerLookup: config.playerLookup === 'demo' ? demoPlayerLookup : undefined,
    outbox: outboxSignal(),
    streams,
    jobRuns: new Map(),
    archiveState: async () =>
      config.archive && readArchiveState(config.archive.folder, join(config.dataDir, 'postgres'), Date.now()),
    now: () => new Date(),
  };
}
