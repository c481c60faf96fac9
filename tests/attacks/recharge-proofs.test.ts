import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { receiptPicture } from '../../server/src/demo/receipt-picture.ts';
import { testApp } from '../support/app.ts';
import { call, createUser, type TestUser } from '../support/users.ts';

/* Attack: a reseller sends files that are no photo of a receipt. Nothing is stored, and the server continues to respond. */
const { server, services } = await testApp();
const path = '/api/recharge-requests';

async function requestOf(user: TestUser): Promise<string> {
  return (await user.post(path, { amount: 500, method: 'ccp' })).body.id;
}
const send = (id: string, content: Buffer, user: TestUser, type = 'image/jpeg') =>
  call(
    server,
    { method: 'PUT', url: `${path}/${id}/proof`, payload: content, headers: { 'content-type': type } },
    user.cookie,
  );
const stored = async () =>
  (await services.db.query<{ count: number }>({ text: 'SELECT count(*) FROM recharge_proofs' })).rows[0]
    ?.count;

const jpeg = await receiptPicture({ layout: 1, lines: ['1234567890', '42,00'] });
const progressive = await sharp(jpeg).jpeg({ progressive: true }).toBuffer();
const script = '<script>alert(1)</script>';
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`);
const png = await sharp(jpeg).png().toBuffer();
const zip = Buffer.concat([
  Buffer.from('PK\x03\x04', 'latin1'),
  randomBytes(200),
  Buffer.from('PK\x05\x06', 'latin1'),
]);

const segment = (marker: number, content: Buffer | string): Buffer => {
  const data = Buffer.from(content);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};
/** The photo with an additional segment after its first two bytes. */
const withSegment = (marker: number, content: Buffer | string) =>
  Buffer.concat([jpeg.subarray(0, 2), segment(marker, content), jpeg.subarray(2)]);
const followedBy = (content: Buffer | string) => Buffer.concat([jpeg, Buffer.from(content)]);
/** The photo whose frame claims another size. */
function claiming(width: number, height: number, of = jpeg): Buffer {
  const copy = Buffer.from(of);
  const frame = copy.indexOf(Buffer.from([0xff, of === progressive ? 0xc2 : 0xc0]));
  copy.writeUInt16BE(height, frame + 5);
  copy.writeUInt16BE(width, frame + 7);
  return copy;
}
/** A progressive photo whose last scan is repeated: the decoder processes the whole photo for each scan. */
function manyScans(): Buffer {
  const last = progressive.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = progressive.subarray(last, progressive.length - 2);
  return Buffer.concat([
    progressive.subarray(0, last),
    ...Array.from({ length: 200 }, () => scan),
    progressive.subarray(-2),
  ]);
}
const lossless = Buffer.from(jpeg);
lossless[jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc3;

/** Each with the error code of the response, and the content type that is sent. */
const hostile: readonly (readonly [name: string, content: Buffer, code: string, type?: string])[] = [
  ['an SVG with a script', svg, 'PROOF_FORMAT', 'image/svg+xml'],
  ['an SVG that says it is a JPEG', svg, 'PROOF_FORMAT'],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>'), 'PROOF_FORMAT'],
  ['a page', Buffer.from(`<!doctype html>${script}`), 'PROOF_FORMAT'],
  ['a PNG that says it is a JPEG', png, 'PROOF_FORMAT'],
  ['a WebP', await sharp(jpeg).webp().toBuffer(), 'PROOF_FORMAT'],
  ['a GIF', await sharp(jpeg).gif().toBuffer(), 'PROOF_FORMAT'],
  ['an AVIF', await sharp(jpeg).avif({ effort: 0 }).toBuffer(), 'PROOF_FORMAT'],
  ['a TIFF', await sharp(jpeg).tiff().toBuffer(), 'PROOF_FORMAT'],
  ['a HEIC', Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'), randomBytes(400)]), 'PROOF_FORMAT'],
  ['a ZIP', zip, 'PROOF_FORMAT'],
  ['a program', Buffer.concat([Buffer.from('\x7fELF'), randomBytes(400)]), 'PROOF_FORMAT'],
  ['an empty file', Buffer.alloc(0), 'PROOF_FORMAT'],
  ['a JPEG behind a page', Buffer.concat([Buffer.from(`<html>${script}`), jpeg]), 'PROOF_FORMAT'],
  ['a compressed bomb', deflateSync(Buffer.alloc(50_000_000)), 'PROOF_FORMAT'],
  ['three bytes of a JPEG', jpeg.subarray(0, 3), 'PICTURE_UNREADABLE'],
  [
    'the beginning of a JPEG before noise',
    Buffer.concat([jpeg.subarray(0, 3), randomBytes(5_000)]),
    'PICTURE_UNREADABLE',
  ],
  ['a JPEG cut off in the middle', jpeg.subarray(0, jpeg.length >> 1), 'PICTURE_UNREADABLE'],
  ['a JPEG that is a page too, behind its end', followedBy(`<html>${script}</html>`), 'PICTURE_UNREADABLE'],
  ['a JPEG that is an archive too', followedBy(zip), 'PICTURE_UNREADABLE'],
  ['a JPEG that is a PDF too', followedBy('%PDF-1.7\n%%EOF'), 'PICTURE_UNREADABLE'],
  ['a JPEG with a film behind it', followedBy(randomBytes(20_000)), 'PICTURE_UNREADABLE'],
  ['two JPEGs in one file', followedBy(jpeg), 'PICTURE_UNREADABLE'],
  ['a JPEG with a page as its comment', withSegment(0xfe, `*/${script}/*`), 'PICTURE_UNREADABLE'],
  [
    'a JPEG with a program as its comment',
    withSegment(0xfe, '<?php system($_GET[0]); ?>'),
    'PICTURE_UNREADABLE',
  ],
  ['a JPEG with a PDF in a segment', withSegment(0xe5, '%PDF-1.7'), 'PICTURE_UNREADABLE'],
  ['a JPEG with a false JFIF segment', withSegment(0xe0, '=1;alert(1)/*'), 'PICTURE_UNREADABLE'],
  [
    'a JPEG with an address of XMP',
    withSegment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x/>'),
    'PICTURE_UNREADABLE',
  ],
  [
    'a segment longer than the file',
    Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe0, 0xff, 0xff])]),
    'PICTURE_UNREADABLE',
  ],
  ['a JPEG of 200 scans', manyScans(), 'PICTURE_UNREADABLE'],
  ['a lossless JPEG', lossless, 'PICTURE_UNREADABLE'],
  ['a JPEG that claims 65,000 x 65,000 pixels', claiming(65_000, 65_000), 'PROOF_TOO_MANY_PIXELS'],
  [
    'a progressive JPEG that claims 60,000 x 60,000 pixels',
    claiming(60_000, 60_000, progressive),
    'PROOF_TOO_MANY_PIXELS',
  ],
  ['a JPEG that claims no height', claiming(720, 0), 'PICTURE_UNREADABLE'],
];

describe('a hostile file instead of a photo', () => {
  for (const [name, content, code, type] of hostile)
    test(`${name} is refused, and nothing is stored [DSK-06]`, async () => {
      const user = await createUser(server, services);
      const id = await requestOf(user);
      const before = await stored();
      const { status, body } = await send(id, content, user, type);
      expect({ status, code: body.code }).toEqual({ status: 422, code });
      expect(await stored()).toBe(before);
    });

  test('after all of them the next photo is accepted [DSK-06]', async () => {
    const user = await createUser(server, services);
    expect((await send(await requestOf(user), jpeg, user)).status).toBe(200);
  });

  test('a proof above 600 kB, or sent as a form, JSON or text, is refused [DSK-06]', async () => {
    const user = await createUser(server, services);
    const id = await requestOf(user);
    const heavy = Buffer.concat([jpeg, randomBytes(600_000)]);
    expect((await send(id, heavy, user)).body.code).toBe('TOO_LARGE');
    for (const type of ['multipart/form-data; boundary=x', 'application/json', 'text/plain'])
      expect((await send(id, jpeg, user, type)).status).toBe(415);
  });

  test('after 20 proofs within an hour a user gets 429, while another account can still send one [DSK-06]', async () => {
    const user = await createUser(server, services);
    const id = await requestOf(user);
    for (let n = 0; n < 20; n += 1) expect((await send(id, svg, user)).body.code).toBe('PROOF_FORMAT');
    const { status, body, headers } = await send(id, jpeg, user);
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'TOO_MANY_PROOFS' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const other = await createUser(server, services);
    expect((await send(await requestOf(other), jpeg, other)).status).toBe(200);
  });
});

const photos = process.env.LONG ? 100 : 12;
test(`of ${photos} photos sent with their GPS position, none is stored with its metadata [DSK-05]`, async () => {
  const kept: string[] = [];
  for (let n = 0; n < photos; n += 3) {
    const user = await createUser(server, services);
    for (let m = n; m < Math.min(n + 3, photos); m += 1) {
      const content = await sharp(randomBytes(48), { raw: { width: 4, height: 4, channels: 3 } })
        .resize(120, 160)
        .withExif({
          IFD0: { Make: 'Telephone' },
          IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '36/1 11/1 0/1' },
        })
        .jpeg()
        .toBuffer();
      const id = await requestOf(user);
      expect((await send(id, content, user)).status).toBe(200);
      const response = await server.inject({
        method: 'GET',
        url: `${path}/${id}/proof`,
        headers: { cookie: user.cookie },
      });
      const { exif, xmp, iptc, icc } = await sharp(response.rawPayload).metadata();
      if (exif || xmp || iptc || icc || response.rawPayload.includes('Telephone')) kept.push(id);
    }
  }
  expect(kept).toEqual([]);
});
