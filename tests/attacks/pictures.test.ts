import { createHash, randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { isPictureFormat, processPicture } from '../../server/src/modules/pictures/process-picture.ts';
import { runJobs } from '../../server/src/schedules/schedules.ts';
import { testApp } from '../support/app.ts';
import { processesOf } from '../support/child-processes.ts';
import { eventually } from '../support/eventually.ts';
import { createProduct } from '../support/shop.ts';
import { call, createUser, type TestUser } from '../support/users.ts';

/* Attack: the picture of a product is a file that is no picture, is larger than it seems, or contains other content as well. */
const { server, services, query } = await testApp();
const admin = await createUser(server, services, { role: 'admin' });

const upload = (content: Buffer, type = 'image/jpeg', user: TestUser = admin) =>
  call(
    server,
    { method: 'POST', url: '/api/pictures', payload: content, headers: { 'content-type': type } },
    user.cookie,
  );
const raw = (url: string) => server.inject({ method: 'GET', url });

/** A picture of a random colour, so that each is different. */
const picture = (width = 800, height = 600, hue = randomBytes(3)) =>
  sharp({ create: { width, height, channels: 3, background: { r: hue[0], g: hue[1], b: hue[2] } } });
const jpeg = (width?: number, height?: number) => picture(width, height).jpeg().toBuffer();

/** A PNG of one colour with this size in its header: 30,000 x 30,000 pixels are a few hundred kilobytes. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(content));
    return Buffer.concat([head, content, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const lines = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', lines),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a file that is no picture', () => {
  const script =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  test.each([
    ['an SVG with a script', Buffer.from(script), 'image/svg+xml'],
    ['an SVG that calls itself a PNG', Buffer.from(script), 'image/png'],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/jpeg'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'application/octet-stream'],
    ['nothing', Buffer.alloc(0), 'image/jpeg'],
  ])('an upload of %s as a picture is refused by its content', async (_, content, type) => {
    const { status, body } = await upload(content, type);
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'PICTURE_FORMAT' });
  });

  test('a RIFF file that is not a WebP, such as a sound or a video, is no picture', () => {
    for (const content of ['RIFF0000WAVEfmt ', 'RIFF0000AVI LIST', 'XXXX0000WEBPVP8 '])
      expect([content, isPictureFormat(Buffer.from(content))]).toEqual([content, false]);
  });

  test('an upload of a form, JSON or plain text as a picture gets 415', async () => {
    for (const type of ['multipart/form-data; boundary=x', 'application/json', 'text/plain'])
      expect((await upload(await jpeg(), type)).status).toBe(415);
  });

  test('an upload that begins like a picture and continues with something else is refused as unreadable', async () => {
    const [one] = [await jpeg()];
    for (const head of [one.subarray(0, 3), Buffer.from('GIF89a'), Buffer.from('RIFF0000WEBP')]) {
      expect(isPictureFormat(Buffer.concat([head, Buffer.alloc(20)]))).toBe(true);
      expect((await upload(Buffer.concat([head, randomBytes(500)]))).body.code).toBe('PICTURE_UNREADABLE');
    }
  });
});

describe('a picture that is larger than it seems', () => {
  test('a picture of 30,000 x 30,000 pixels in less than 1 MB is refused for its number of pixels', async () => {
    const bomb = hugePng(30_000, 30_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    expect((await upload(bomb)).body.code).toBe('PICTURE_TOO_MANY_PIXELS');
    expect((await upload(hugePng(6_000, 6_000))).status).toBe(200);
    const avif = await picture(4_100, 4_000).avif({ effort: 0 }).toBuffer();
    expect((await upload(avif)).body.code).toBe('PICTURE_TOO_MANY_PIXELS');
  });

  test('a picture of 9 MB is refused with 413', async () => {
    const { status, body } = await upload(Buffer.concat([await jpeg(), randomBytes(9 * 1_048_576)]));
    expect({ status, code: body.code }).toEqual({ status: 413, code: 'TOO_LARGE' });
  });

  test('a picture that is cut off in the middle is refused as unreadable', async () => {
    const noise = await sharp(randomBytes(300 * 300 * 3), { raw: { width: 300, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer();
    expect((await upload(noise)).status).toBe(200);
    expect((await upload(noise.subarray(0, noise.length >> 1))).body.code).toBe('PICTURE_UNREADABLE');
  });
});

describe('a stored picture', () => {
  test('a JPEG with a hidden page and its GPS position is stored as an upright WebP with neither of them', async () => {
    const photograph = await picture(400, 200)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: '<script>alert(1)</script>' }, IFD3: { GPSLatitude: '36/1 11/1 0/1' } })
      .jpeg()
      .toBuffer();
    const polyglot = Buffer.concat([photograph, Buffer.from('<html><script>alert(2)</script></html>')]);
    const { status, body } = await upload(polyglot);
    expect(status).toBe(200);
    expect(body).toMatchObject({ width: 200, height: 400 });
    const served = (await raw(body.address)).rawPayload;
    expect(served.includes('script')).toBe(false);
    const { format, exif, xmp, icc, orientation } = await sharp(served).metadata();
    expect({ format, exif, xmp, icc, orientation }).toEqual({ format: 'webp' });
  });

  test('a picture of every accepted format is stored within 640 x 360 and 1280 x 720, and a small one is not enlarged', async () => {
    const large = picture(2_000, 1_500);
    for (const [type, content] of [
      ['jpeg', await large.clone().jpeg().toBuffer()],
      ['png', await large.clone().png().toBuffer()],
      ['webp', await large.clone().webp().toBuffer()],
      ['avif', await large.clone().avif({ effort: 0 }).toBuffer()],
      ['gif', await large.clone().gif().toBuffer()],
    ] as const) {
      const { body } = await upload(content);
      expect([type, body]).toMatchObject([type, { width: 960, height: 720 }]);
      const sizes = [];
      for (const end of ['.webp', '-2x.webp']) {
        const served = await raw(body.address.replace('.webp', end));
        const { format, width, height } = await sharp(served.rawPayload).metadata();
        sizes.push({ format, width, height });
      }
      expect([type, sizes]).toEqual([
        type,
        [
          { format: 'webp', width: 480, height: 360 },
          { format: 'webp', width: 960, height: 720 },
        ],
      ]);
    }
    expect((await upload(await jpeg(30, 20))).body).toMatchObject({ width: 30, height: 20 });
  });

  test('an animated GIF is stored as a picture of one frame', async () => {
    const frames = await Promise.all([...'ab'].map(() => picture(60, 40).png().toBuffer()));
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(gif).metadata()).pages).toBe(2);
    const { body } = await upload(gif);
    const { pages = 1, width, height } = await sharp((await raw(body.address)).rawPayload).metadata();
    expect({ pages, width, height }).toEqual({ pages: 1, width: 60, height: 40 });
  });
});

describe('a served picture', () => {
  test('a stored picture has an address made of its hash, is cached for ever and is never served as a page', async () => {
    const content = await jpeg();
    const [one, two] = [await upload(content), await upload(content)];
    expect(two.body).toEqual(one.body);
    const large = await raw(one.body.address.replace('.webp', '-2x.webp'));
    const hash = createHash('sha256').update(large.rawPayload).digest('hex');
    expect(one.body.address).toBe(`/pictures/${hash}.webp`);
    const { statusCode, headers } = await raw(one.body.address);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
    });
    for (const unknown of [`${'0'.repeat(64)}.webp`, `${hash}.jpg`, `${hash}-3x.webp`, '..%2fx.webp', '%00'])
      expect((await raw(`/pictures/${unknown}`)).statusCode).toBe(404);
  });

  test('a product takes a stored picture by its address; another path of this server, or a missing picture, is refused', async () => {
    const product = await createProduct(admin);
    const { address } = (await upload(await jpeg())).body;
    const save = (imageUrl: string) =>
      admin.put(`/api/products/${product.id}`, { name: 'Diamants', game: 'Free Fire', imageUrl });
    expect((await save(address)).body.imageUrl).toBe(address);
    for (const wrong of ['/api/logout', `${address}?x`, `//exemple.dz${address}`])
      expect((await save(wrong)).body.code).toBe('IMAGE_URL_INVALID');
    expect((await save(`/pictures/${'0'.repeat(64)}.webp`)).body.code).toBe('PICTURE_GONE');
    expect((await save('')).body.imageUrl).toBe('');
  });

  test('a picture that no product has used for a day is removed, while one in use or just uploaded stays', async () => {
    const uploads = [await upload(await jpeg()), await upload(await jpeg()), await upload(await jpeg())];
    const [used, unused, fresh] = uploads.map(({ body }) => body.address as string);
    const product = await createProduct(admin);
    await admin.put(`/api/products/${product.id}`, { name: 'D', game: 'Free Fire', imageUrl: used });
    const age = (address = '') =>
      query(
        `UPDATE pictures SET used_at = now() - interval '25 hours' WHERE '/pictures/' || hash || '.webp' = $1`,
        address,
      );
    await age(used);
    await age(unused);
    const stored = async () =>
      (
        await query<{ address: string }>(`SELECT '/pictures/' || hash || '.webp' AS address FROM pictures`)
      ).map(({ address }) => address);
    await runJobs(services);
    expect(await stored()).toEqual(expect.arrayContaining([used, fresh]));
    expect(await stored()).not.toContain(unused);
    await admin.delete(`/api/products/${product.id}`);
    await runJobs(services);
    expect(await stored()).not.toContain(used);
  });
});

test('of 20 pictures uploaded at the same time, five are stored, and the others get 503 with Retry-After', async () => {
  const content = await jpeg(3_000, 2_000);
  const responses = await Promise.all(Array.from({ length: 20 }, () => upload(content)));
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => status === 503)).toHaveLength(15);
  expect(responses.find(({ status }) => status === 503)?.headers['retry-after']).toBe('2');
  expect((await upload(content)).status).toBe(200);
});

test.runIf(process.platform === 'linux')(
  'a picture whose decoder is killed is refused as unreadable, and the next one is accepted',
  async () => {
    const content = await jpeg(6_000, 4_000);
    const response = upload(content);
    await eventually(() => processesOf('picture-process.mjs').length > 0);
    for (const pid of processesOf('picture-process.mjs')) process.kill(pid, 'SIGKILL');
    const { status, body } = await response;
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'PICTURE_UNREADABLE' });
    expect((await upload(await jpeg())).status).toBe(200);
  },
);

test('a picture that cannot be decoded is an error, not a picture without content', async () => {
  const content = (await jpeg()).subarray(0, 300);
  const rules = { pixels: { most: 1e6, avif: 1e6 }, sizes: [{ width: 10, height: 10 }] };
  await expect(processPicture(content, rules)).rejects.toMatchObject({ code: 'PICTURE_UNREADABLE' });
});

test('the process that decodes pictures does not inherit the environment variables of the server', async () => {
  // A missing preload module in the environment would end the decoder before its response.
  process.env.NODE_OPTIONS = '--require=/nowhere/module.cjs';
  try {
    const { width } = await processPicture(await jpeg(10, 10), {
      pixels: { most: 100, avif: 100 },
      sizes: [{ width: 10, height: 10 }],
    });
    expect(width).toBe(10);
  } finally {
    delete process.env.NODE_OPTIONS;
  }
});
