import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyedHash } from '../../vault/keyed-hash.ts';
import type { Credentials } from './accounts.store.ts';

/** What browsers keep a cookie for at the most: 400 days. */
const maxAgeSeconds = 34_560_000;
/** Accounts that share a device, such as the telephone on a counter. */
const maxAccounts = 5;

/** A device that has signed in before, as its cookie says. */
export interface Device {
  /** Drawn at its first sign-in; what wrong tries of this device are counted by. */
  readonly nonce: string;
  readonly tags: readonly string[];
}

type Account = Pick<Credentials, 'id' | 'passwordHash'>;

/**
 * A cookie that only says: this device has signed in to these accounts (OWASP "device cookies"), by a password alone or with a second
 * factor. It opens nothing; it spares its owner the delays and the limits that wrong tries of others bring about. Void after
 * a change of the password.
 */
export interface KnownDevices {
  read(request: FastifyRequest): Device | undefined;
  isKnown(device: Device, account: Account): boolean;
  /** A second factor of the account was given on this device. */
  isConfirmed(device: Device, account: Account): boolean;
  /** Adds the account to the device's cookie. After the cookie of the session. */
  add(request: FastifyRequest, reply: FastifyReply, account: Account, isConfirmed: boolean): void;
}

export function knownDevices(publicUrl: string | undefined, hash: KeyedHash): KnownDevices {
  const secure = publicUrl?.startsWith('https:') ?? false;
  const name = secure ? '__Secure-almas_device' : 'almas_device';
  // Sent with sign-ins alone: no other call carries its bytes.
  const attributes = `Max-Age=${maxAgeSeconds}; Path=/api/login; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{22}(?:\\.[\\w-]{22}){1,${maxAccounts}})(?:;|$)`);
  const tagOf = (nonce: string, { id, passwordHash }: Account, isConfirmed: boolean) =>
    hash(isConfirmed ? 'confirmed-device' : 'device', `${nonce} ${id} ${passwordHash}`);
  const hasTag = ({ nonce, tags }: Device, account: Account, isConfirmed: boolean) => {
    const expected = tagOf(nonce, account, isConfirmed);
    return tags.some((tag) => timingSafeEqual(Buffer.from(tag, 'base64url'), expected));
  };
  const read = (request: FastifyRequest): Device | undefined => {
    const [nonce, ...tags] = pattern.exec(request.headers.cookie ?? '')?.[1]?.split('.') ?? [];
    return nonce === undefined ? undefined : { nonce, tags };
  };
  return {
    read,
    isKnown: (device, account) => hasTag(device, account, false) || hasTag(device, account, true),
    isConfirmed: (device, account) => hasTag(device, account, true),
    add: (request, reply, account, isConfirmed) => {
      const { nonce, tags } = read(request) ?? { nonce: randomBytes(16).toString('base64url'), tags: [] };
      const plain = tagOf(nonce, account, false).toString('base64url');
      const confirmed = tagOf(nonce, account, true).toString('base64url');
      // One tag for each account: the password alone does not take back what a second factor has given.
      const own = isConfirmed || tags.includes(confirmed) ? confirmed : plain;
      const all = [own, ...tags.filter((tag) => tag !== plain && tag !== confirmed)].slice(0, maxAccounts);
      reply.header('set-cookie', `${name}=${[nonce, ...all].join('.')}; ${attributes}`);
    },
  };
}
