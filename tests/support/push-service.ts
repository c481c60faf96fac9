import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type ECDH,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A decrypted message and its headers. */
interface PushedMessage {
  readonly device: string;
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
  /** The key of the sender, `k` of RFC 8292. */
  readonly sender: string;
  readonly content: {
    readonly id: string;
    readonly title: string;
    readonly text: string;
    readonly path: string;
  };
}

export interface PushDevice {
  readonly name: string;
  /** The body of POST /api/push/subscriptions. */
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
}

export interface PushService {
  readonly origin: string;
  readonly messages: PushedMessage[];
  /** Why calls were refused, as by a push service: a wrong signature, header or content. */
  readonly faults: string[];
  device(): PushDevice;
  /** Sets the response to the next calls to a device; undefined: accepts messages again. */
  respondWith(device: PushDevice, reply: ((response: ServerResponse) => void) | undefined): void;
  /** Closes the connections of the calls under way. */
  disconnect(): void;
  close(): Promise<void>;
}

/** Starts a push service on loopback that verifies and decrypts messages, written from RFC 8030, 8188, 8291 and 8292. */
export async function startPushService({ responseDelayMilliseconds = 0 } = {}): Promise<PushService> {
  const devices = new Map<string, { curve: ECDH; auth: Buffer }>();
  const replies = new Map<string, (response: ServerResponse) => void>();
  const messages: PushedMessage[] = [];
  const faults: string[] = [];
  let origin = '';
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const name = request.url?.split('/').pop() ?? '';
      const device = devices.get(name);
      const reply = replies.get(name);
      if (!device) return void response.writeHead(404).end();
      if (reply) return void reply(response);
      try {
        const sender = verifySender(String(request.headers.authorization), origin);
        if (request.method !== 'POST' || request.headers['content-encoding'] !== 'aes128gcm')
          throw new Error('not aes128gcm');
        if (!/^\d+$/.test(String(request.headers.ttl))) throw new Error('no TTL');
        if (!/^[\w-]{1,32}$/.test(String(request.headers.topic))) throw new Error('not a topic');
        const content = JSON.parse(decrypt(device, Buffer.concat(chunks)).toString('utf8'));
        messages.push({ device: name, at: Date.now(), headers: request.headers, sender, content });
        setTimeout(() => response.writeHead(201).end(), responseDelayMilliseconds);
      } catch (error) {
        faults.push(error instanceof Error ? error.message : String(error));
        response.writeHead(400).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    messages,
    faults,
    device: () => {
      const name = randomBytes(12).toString('hex');
      const curve = createECDH('prime256v1');
      const point = curve.generateKeys();
      const auth = randomBytes(16);
      devices.set(name, { curve, auth });
      const keys = { p256dh: point.toString('base64url'), auth: auth.toString('base64url') };
      return { name, subscription: { endpoint: `${origin}/push/${name}`, keys } };
    },
    respondWith: ({ name }, reply) => void (reply ? replies.set(name, reply) : replies.delete(name)),
    disconnect: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** RFC 8292: checks that the token is signed by the given key, for this service, and valid for at most a day. @returns the key */
function verifySender(authorization: string, origin: string): string {
  const [, token = '', sender = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(sender, 'base64url');
  if (point.length !== 65 || point[0] !== 4) throw new Error('not a key');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const text = Buffer.from(`${header}.${claims}`);
  const proof = Buffer.from(signature, 'base64url');
  if (!verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, proof)) throw new Error('signature');
  const parsed = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  if (parsed(header).alg !== 'ES256') throw new Error('algorithm');
  const { aud, exp, sub } = parsed(claims);
  const now = Date.now() / 1_000;
  if (aud !== origin) throw new Error('audience');
  if (!(exp > now && exp <= now + 86_400)) throw new Error('expiry');
  if (!/^(mailto:|https:)/.test(sub)) throw new Error('subject');
  return sender;
}

const hmac = (key: Buffer, ...parts: readonly (Buffer | string)[]): Buffer => {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/** RFC 8291 step by step, with HMAC alone. @throws Error when the message is not for this device */
function decrypt({ curve, auth }: { curve: ECDH; auth: Buffer }, message: Buffer): Buffer {
  const salt = message.subarray(0, 16);
  const recordSize = message.readUInt32BE(16);
  const keyLength = message.readUInt8(20);
  const sender = message.subarray(21, 21 + keyLength);
  const record = message.subarray(21 + keyLength);
  if (keyLength !== 65 || record.length > recordSize) throw new Error('header');
  const one = Buffer.from([1]);
  const inputKey = hmac(
    hmac(auth, curve.computeSecret(sender)),
    'WebPush: info\0',
    curve.getPublicKey(),
    sender,
    one,
  );
  const pseudorandom = hmac(salt, inputKey);
  const key = hmac(pseudorandom, 'Content-Encoding: aes128gcm\0', one).subarray(0, 16);
  const nonce = hmac(pseudorandom, 'Content-Encoding: nonce\0', one).subarray(0, 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('padding');
  return padded.subarray(0, end);
}
