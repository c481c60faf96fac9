import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { ArchiveState } from './database/archive/archive-state.ts';
import type { Database } from './database/pool.ts';
import type { ReadReplica } from './database/read-replica.ts';
import type { FeatureSwitches } from './feature-switches.ts';
import type { LiveHub } from './live/hub.ts';
import type { LiveStreams } from './live/open-live.ts';
import type { OutboundClient } from './outbound/outbound-client.ts';
import type { EffectWriter, OutboxSignal, PlayerLookup } from './ports.ts';
import type { SecurityEvents } from './security/security-events.ts';
import type { CodeVault } from './vault/code-vault.ts';
import type { KeyedHash } from './vault/keyed-hash.ts';

/** The services of every module; created once at start (open-services.ts), replaced one by one in tests. */
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
  /** Writes audit rows and notifications; the pipeline alone uses it. */
  readonly effects: EffectWriter;
  readonly live: LiveHub;
  /** The only HTTP client of the server for other hosts. */
  readonly outbound: OutboundClient;
  /** For the addresses of push services, which browsers name. */
  readonly pushOutbound: OutboundClient;
  /** For webhooks, whose addresses resellers name: public ones alone. */
  readonly webhookOutbound: OutboundClient;
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
