import { createSecretKey } from 'node:crypto';
import { trailTexts } from '@almas/locale/audit';
import type { Config } from '../config.ts';
import type { Database } from '../database/pool.ts';
import { trailKey } from '../modules/audit-trail/trail-chain.ts';
import { type KnownHead, type VerifiedTrail, verifyTrail } from '../modules/audit-trail/verify-trail.ts';
import { StartupError } from '../startup-error.ts';
import { derivedKey } from '../vault/code-vault.ts';
import { masterSecret } from '../vault/master-secret.ts';
import { readKeys, vaultKeys } from '../vault/stored-keys.ts';

/** Verifies the audit trail. @returns undefined when the master secret is missing or not that of this database */
export async function auditTrail(
  config: Config,
  db: Database,
  known: readonly KnownHead[] = [],
): Promise<VerifiedTrail | undefined> {
  try {
    const stored = await readKeys(db, masterSecret(config));
    // No server has started on this database, so nothing is sealed yet.
    const derive = (purpose: string) =>
      stored.length === 0 ? createSecretKey(Buffer.alloc(32)) : derivedKey(vaultKeys(stored), purpose);
    return await verifyTrail(db, trailKey({ derive }), known);
  } catch (error) {
    if (error instanceof StartupError) return undefined;
    throw error;
  }
}

/** Why the trail cannot be verified: the secret is missing, or is not the one of this database. */
export const trailRefusal = (config: Config, db: Database): Promise<string> =>
  readKeys(db, masterSecret(config)).then(
    () => trailTexts.noKey,
    (error: unknown) => {
      if (error instanceof StartupError) return error.message;
      throw error;
    },
  );
