import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * A key of 32 bytes for one purpose, derived from a secret; other `purpose`, other key. Keys are objects, not bytes: Node prepares bytes
 * anew at each use, which takes longer than the use itself.
 */
export const deriveKey = (secret: string | KeyObject, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'almas', purpose, 32)));
