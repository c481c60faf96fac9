import { createECDH, createPrivateKey, sign } from 'node:crypto';
import type { CodeVault } from '../../vault/code-vault.ts';

/** The key pair by which push services recognise this installation (RFC 8292). */
export interface VapidKeys {
  /** The uncompressed point, base64url: what a browser subscribes with. */
  readonly publicKey: string;
  /** The header of one call to a push service. */
  authorization(endpoint: string, subject: string, now: Date): string;
}

const tokenSeconds = 12 * 3_600;
const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Derived from the key in the database that the codes' key seals, and which stays when the latter is replaced: the same
 * on every server and after a restore, with no file or setting more to keep.
 */
export function vapidKeys(vault: Pick<CodeVault, 'derive'>): VapidKeys {
  const curve = createECDH('prime256v1');
  let secret: Buffer = Buffer.alloc(0);
  for (let number = 1; secret.length === 0; number += 1) {
    const candidate = vault.derive(`web-push ${number}`);
    try {
      curve.setPrivateKey(candidate);
      secret = candidate;
    } catch {
      // Not below the order of the curve, once in 2^32 installations: the next number is used.
    }
  }
  const point = curve.getPublicKey();
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: secret.toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const publicKey = point.toString('base64url');
  return {
    publicKey,
    authorization: (endpoint, subject, now) => {
      const claims = {
        aud: new URL(endpoint).origin,
        exp: Math.floor(now.getTime() / 1_000) + tokenSeconds,
        sub: subject,
      };
      const text = `${json({ typ: 'JWT', alg: 'ES256' })}.${json(claims)}`;
      const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}
