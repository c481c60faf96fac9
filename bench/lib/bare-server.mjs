// The least that can answer GET /api/me in Node: the HTTP server and the driver, the product's own statement, nothing
// checked, nothing counted. What the product's server costs beside it is the price of everything else.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const text = process.env.STATEMENT;
const server = createServer(async (request, response) => {
  const token = request.headers.cookie?.split('=')[1] ?? '';
  const values = [[createHash('sha256').update(token).digest()]];
  const { rows } = await pool.query({ name: 'session', text, values });
  const body = JSON.stringify(rows[0]);
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
