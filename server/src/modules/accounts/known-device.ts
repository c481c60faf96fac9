import { randomBytes, timingSafeEqual } from 'node:crypto';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyedHash } from '../../vault/keyed-hash.ts';
import type { Credentials } from './accounts.store.ts';

/** 400 days, the longest that browsers keep a cookie. */
const maxAgeSeconds = 34_560_000;
/** Accounts that share a device, such as a phone on a shop counter. */
const maxAccounts = 5;

/** The calls that add an account. One cookie for each path, with one value: other requests do not carry its bytes. */
const paths = ['/api/login', '/api/password-reset'] as const;

/** The device cookie of a request. */
export interface Device {
  /** Random, set at the first sign-in; identifies the device in rate limits. */
  readonly nonce: string;
  /** One keyed hash per account that has signed in on the device. */
  readonly tags: readonly string[];
}

type Account = Pick<Credentials, 'id' | 'passwordHash'>;

/**
 * The device cookie (OWASP "device cookies"): it proves that this device has signed in to an account before, with a password alone or
 * with a second factor. It grants no access; it exempts the owner from delays and limits that failed attempts of others cause. A
 * change of the password invalidates it.
 */
export interface KnownDevices {
  read(request: FastifyRequest): Device | undefined;
  isKnown(device: Device, account: Account): boolean;
  /** The account's second factor was given on this device. */
  isConfirmed(device: Device, account: Account): boolean;
  /** Adds the account to the device's cookie: at a sign-in, or with a reset link. After the cookie of the session. */
  add(request: FastifyRequest, reply: FastifyReply, account: Account, isConfirmed: boolean): void;
}

export function knownDevices(publicUrl: string | undefined, hash: KeyedHash): KnownDevices {
  const secure = publicUrl?.startsWith('https:') ?? false;
  const name = secure ? '__Secure-almas_device' : 'almas_device';
  const options = { maxAge: maxAgeSeconds, httpOnly: true, secure, sameSite: 'strict' } as const;
  const pattern = new RegExp(`^[\\w-]{22}(?:\\.[\\w-]{22}){1,${maxAccounts}}$`);
  const tagOf = (nonce: string, { id, passwordHash }: Account, isConfirmed: boolean) =>
    hash(isConfirmed ? 'confirmed-device' : 'device', `${nonce} ${id} ${passwordHash}`);
  const hasTag = ({ nonce, tags }: Device, account: Account, isConfirmed: boolean) => {
    const expected = tagOf(nonce, account, isConfirmed);
    return tags.some((tag) => timingSafeEqual(Buffer.from(tag, 'base64url'), expected));
  };
  const read = (request: FastifyRequest): Device | undefined => {
    const { [name]: value = '' } = request.cookies;
    const [nonce = '', ...tags] = value.split('.');
    return pattern.test(value) ? { nonce, tags } : undefined;
  };
  return {
    read,
    isKnown: (device, account) => hasTag(device, account, false) || hasTag(device, account, true),
    isConfirmed: (device, account) => hasTag(device, account, true),
    add: (request, reply, account, isConfirmed) => {
      const { nonce, tags } = read(request) ?? { nonce: randomBytes(16).toString('base64url'), tags: [] };
      const plain = tagOf(nonce, account, false).toString('base64url');
      const confirmed = tagOf(nonce, account, true).toString('base64url');
      // One tag per account: a sign-in with the password alone keeps the confirmed tag.
      const own = isConfirmed || tags.includes(confirmed) ? confirmed : plain;
      const all = [own, ...tags.filter((tag) => tag !== plain && tag !== confirmed)].slice(0, maxAccounts);
      for (const path of paths) reply.setCookie(name, [nonce, ...all].join('.'), { ...options, path });
    },
  };
}
