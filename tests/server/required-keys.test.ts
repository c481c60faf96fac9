import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../server/src/http/openapi.ts';
import { testApp } from '../support/app.ts';
import { bodies, routes, unknownId } from '../support/contract-samples.ts';
import { createUser } from '../support/users.ts';

const { server, services } = await testApp();
const users = {
  admin: await createUser(server, services, { role: 'admin' }),
  reseller: await createUser(server, services, { balance: 1_000 }),
};
const moving = routes.filter(([, { movesMoney }]) => movesMoney);

describe('P42', () => {
  test.each(moving)(
    'the call %s without an Idempotency-Key is refused with 428 KEY_REQUIRED and writes nothing; with one it gets to its rules [CNT-130]',
    async (name, route) => {
      const user = route.access === 'admin' ? users.admin : users.reseller;
      const entries = async () =>
        (await services.db.query({ text: 'SELECT count(*)::int AS count FROM ledger' })).rows[0]?.count;
      const before = await entries();
      const send = (headers: InjectOptions['headers']) =>
        server.inject({
          method: route.method,
          url: route.path.replace(':id', name.startsWith('wallet') ? users.reseller.id : unknownId),
          payload: bodies[name] ?? {},
          headers: { cookie: user.cookie, ...headers },
        });
      const refused = await send({});
      expect({ status: refused.statusCode, code: refused.json().code }).toEqual({
        status: 428,
        code: 'KEY_REQUIRED',
      });
      expect(await entries()).toBe(before);
      expect((await send({ 'idempotency-key': randomUUID() })).statusCode).not.toBe(428);
    },
  );

  test.each(moving)(
    'the API document says that %s requires the header and is refused without it [CNT-130]',
    (name, route) => {
      const { paths } = openApiDocument('1') as { paths: Record<string, Record<string, object>> };
      expect(paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()], name).toMatchObject({
        parameters: expect.arrayContaining([
          expect.objectContaining({ name: 'Idempotency-Key', required: true }),
        ]),
        responses: { 428: { description: expect.stringContaining('KEY_REQUIRED') } },
      });
    },
  );
});
