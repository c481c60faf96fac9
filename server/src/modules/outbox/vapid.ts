import { createECDH, createPrivateKey, sign } from 'node:crypto';
import type { CodeVault } from '../../vault/code-vault.ts';

/** The key pair that identifies this installation to push services (RFC 8292). */
export interface VapidKeys {
  /** The uncompressed point in base64url, with which a browser subscribes. */
  readonly publicKey: string;
  /** The Authorization header of a request to a push service. */
  authorization(endpoint: string, subject: string, now: Date): string;
}

const tokenSeconds = 12 * 3_600;
const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * Derives the key pair from the key in the database that the codes' key seals, and that stays when the codes' key is replaced. So it is
 * the same on every server and after a restore, without another file or setting.
 */
export function vapidKeys(vault: Pick<CodeVault, 'derive'>): VapidKeys {
  const curve = createECDH('prime256v1');
  let secret: Buffer = Buffer.alloc(0);
  for (let number = 1; secret.length === 0; number += 1) {
    const candidate = vault.derive(`web-push ${number}`).export();
    try {
      curve.setPrivateKey(candidate);
      secret = candidate;
    } catch {
      // The candidate is not below the order of the curve (1 in 2^32): the next one is tried.
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
