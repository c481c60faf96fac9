import { hkdfSync } from 'node:crypto';

/** A key of 32 bytes for one purpose, derived from a secret; other `purpose`, other key. */
export const deriveKey = (secret: string | Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'almas', purpose, 32));
