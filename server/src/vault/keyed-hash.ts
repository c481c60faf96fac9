import { createHmac } from 'node:crypto';
import { deriveKey } from './derive-key.ts';
import type { MasterSecret } from './master-secret.ts';

/** A hash that only this installation can compute, the same on all its servers; other `purpose`, other hash. */
export type KeyedHash = (purpose: string, text: string) => Buffer;

/** Its key is derived from the master secret: signatures become invalid when that secret is replaced. */
export function keyedHash(master: Pick<MasterSecret, 'candidates'>): KeyedHash {
  const key = deriveKey(master.candidates()[0] ?? '', 'keyed-hash');
  return (purpose, text) => createHmac('sha256', key).update(`${purpose}\n${text}`).digest().subarray(0, 16);
}
