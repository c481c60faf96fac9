import { hash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { crc32 } from 'node:zlib';
import { plainAddress } from '../limits/network.ts';
import type { PresentedKey } from './identity.ts';

/*
 * A key is `alm_live_<id>_<43 random characters><checksum>`, or `alm_test_…`. Prefix and checksum let a scanner recognise one that was
 * published, without asking us. The database holds its hash alone: 256 random bits need no slow one.
 */

const form = /^alm_(live|test)_([1-9]\d{0,14})_[\w-]{43}([0-9a-f]{8})$/;

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, '0');
const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer');

/** The part of a key that may be shown. */
export const keyPrefix = (id: number, isTest: boolean): string => `alm_${isTest ? 'test' : 'live'}_${id}_`;

interface ApiKeyText {
  readonly key: string;
  readonly hash: Buffer;
}

/** The key with these 43 characters, and what is stored of it. */
export function apiKeyOf(id: number, isTest: boolean, secret: string): ApiKeyText {
  const text = `${keyPrefix(id, isTest)}${secret}`;
  const key = `${text}${checksum(text)}`;
  return { key, hash: hashOf(key) };
}

/** A new key, to be shown once. */
export const newApiKey = (id: number, isTest: boolean): ApiKeyText =>
  apiKeyOf(id, isTest, randomBytes(32).toString('base64url'));

/** The address as PostgreSQL reads one; empty for one that a proxy invented. */
function storableAddress(given: string): string {
  const [address = ''] = plainAddress(given).split('%');
  return isIP(address) ? address : '';
}

/** The key of an `Authorization` header; undefined for a text that never was one, for which the database is not asked. */
export function presentedKey(authorization: string | undefined, address: string): PresentedKey | undefined {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const [, kind, id, sum] = form.exec(key) ?? [];
  if (id === undefined || checksum(key.slice(0, -8)) !== sum) return undefined;
  return { id, hash: hashOf(key), isTest: kind === 'test', address: storableAddress(address) };
}
