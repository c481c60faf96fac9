import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The two keys of a browser's push subscription. */
export interface DeviceKeys {
  /** An uncompressed point of P-256. */
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

/** Random for each message; only tests pass them. */
interface MessageSecrets {
  readonly privateKey?: Buffer;
  readonly salt?: Buffer;
}

const recordSize = 4_096;
const tagBytes = 16;

const expand = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/**
 * Encrypts a message for one device: `aes128gcm` of RFC 8188 with the keys of RFC 8291, in one record.
 * @throws Error when the device's key is not a point of the curve, or the message is longer than a record
 */
export function encryptMessage(
  { p256dh, auth }: DeviceKeys,
  message: Buffer,
  { privateKey, salt = randomBytes(16) }: MessageSecrets = {},
): Buffer {
  if (message.length + 1 + tagBytes > recordSize) throw new Error('the message is too long');
  const curve = createECDH('prime256v1');
  if (privateKey) curve.setPrivateKey(privateKey);
  else curve.generateKeys();
  const ownKey = curve.getPublicKey();
  const shared = curve.computeSecret(p256dh);
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ownKey]);
  const input = expand(shared, auth, keyInfo, 32);
  const key = expand(input, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = expand(input, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // The delimiter of the last record is 2.
  const text = Buffer.concat([cipher.update(message), cipher.update(Buffer.from([2])), cipher.final()]);
  const header = Buffer.alloc(5);
  header.writeUInt32BE(recordSize);
  header.writeUInt8(ownKey.length, 4);
  return Buffer.concat([salt, header, ownKey, text, cipher.getAuthTag()]);
}

/** Whether the bytes are a point of the curve P-256; a message cannot be encrypted for any other key. */
export function isDeviceKey(p256dh: Buffer): boolean {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  try {
    curve.computeSecret(p256dh);
    return p256dh.length === 65;
  } catch {
    return false;
  }
}
