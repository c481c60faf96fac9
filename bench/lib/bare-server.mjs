// The minimum that Node can do for a call: the HTTP server, the driver and the product's own statements, without checks, session,
// limits and notifications. The difference to the product's server is the cost of those.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import pg from 'pg';

const { DATABASE_URL, PLANNING, FIND_SESSION, SELL_CODES, ANSWERS = '{}', PAGES = '{}' } = process.env;
/** Compressed responses by path, sent unchanged under /bytes. */
const answers = new Map(
  Object.entries(JSON.parse(ANSWERS)).map(([path, base64]) => [
    `/bytes${path}`,
    Buffer.from(base64, 'base64'),
  ]),
);
/** The statement of each page by path, run under /rows after the session lookup. */
const pages = new Map(
  Object.entries(JSON.parse(PAGES)).map(([path, statement]) => [`/rows${path}`, statement]),
);
const pool = new pg.Pool({ connectionString: DATABASE_URL, options: PLANNING, max: 10 });
const hash = (of) => createHash('sha256').update(of).digest();
const first = async (name, statement, values) =>
  (await pool.query({ name, text: statement, values })).rows[0];

async function answer(request) {
  const token = request.headers.cookie?.split('=')[1] ?? '';
  const sent = request.method === 'POST' ? await text(request) : '';
  if (sent === '') return first('session', FIND_SESSION, [[hash(token)]]);
  const { productId, offerId, quantity } = JSON.parse(sent);
  const key = request.headers['idempotency-key'];
  return first('sale', SELL_CODES, [
    null,
    key,
    productId,
    offerId,
    quantity,
    hash(sent),
    2_000_000_000,
    true,
    true,
    hash(token),
    null,
    null,
  ]);
}

async function page(request, [name, statement, values]) {
  await answer(request);
  const { rows } = await pool.query({ name, text: statement, values });
  return gzipSync(JSON.stringify(rows), { level: 3 });
}

function sendCompressed(response, bytes) {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-encoding': 'gzip',
    'content-length': bytes.length,
  });
  response.end(bytes);
}

const server = createServer(async (request, response) => {
  const bytes = answers.get(request.url);
  if (bytes) return sendCompressed(response, bytes);
  const statement = pages.get(request.url);
  if (statement) return sendCompressed(response, await page(request, statement));
  const body = JSON.stringify(await answer(request));
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`prêt : http://127.0.0.1:${server.address().port}\n`),
);
process.once('SIGTERM', () => process.exit(0));
