// The least that Node can do for a call: the HTTP server and the driver, the product's own statements, nothing checked,
// no session, no limits, no notifications. What the product's server costs beside it is the price of all that.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

const { DATABASE_URL, PLANNING, FIND_SESSION, SELL_CODES } = process.env;
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

const server = createServer(async (request, response) => {
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
