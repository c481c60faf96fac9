import { contract } from '@almas/contract';
import type { Route } from '@almas/contract/route';
import { expect, test } from 'vitest';
import { type JsonSchema, jsonSchema } from '../../server/src/http/json-schema.ts';
import { compileSerializer } from '../../server/src/http/serializer.ts';
import { creditingActions } from '../../server/src/modules/administrators/administrators-day.ts';
import { testApp } from '../support/app.ts';
import { sourceFiles } from '../support/source-files.ts';

const { server } = await testApp();
await server.ready();
const routes = Object.values(contract).flatMap((group) => Object.values(group) as Route[]);

test('every route of the contract is served', () => {
  const missing = routes.filter(({ method, path }) => !server.hasRoute({ method, url: path }));
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

// Compiled at its first answer (http/serializer.ts): one that cannot be would be found by a caller.
test('the serialiser of every answer of the contract compiles', () => {
  const schemas = routes.flatMap(({ response, produces }) => (response && !produces ? [response] : []));
  expect(schemas.length).toBeGreaterThan(80);
  for (const schema of schemas) expect(() => compileSerializer(schema)).not.toThrow();
});

test('no two routes share method and path', () => {
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

test('every route that moves money, the proposal of a credit, the creation of a product, the recall of a batch, the count of a drawer, an announcement, the connections and the orders to suppliers are in this list and take an idempotency key', () => {
  const keyed = routes.filter(({ idempotent }) => idempotent).map(nameOf);
  expect(keyed.sort()).toEqual([
    'POST /api/advances',
    'POST /api/announcements',
    'POST /api/batches/:id/recall',
    'POST /api/cash-remittances',
    'POST /api/cash-remittances/:id/confirm',
    'POST /api/claims/:id/decide',
    'POST /api/collectors/:id/losses',
    'POST /api/collectors/:id/remittances',
    'POST /api/credit-proposals',
    'POST /api/credit-proposals/:id/decide',
    'POST /api/free-fire/requests',
    'POST /api/free-fire/requests/:id/refuse',
    'POST /api/free-fire/requests/:id/validate',
    'POST /api/products',
    'POST /api/purchases',
    'POST /api/purchases/:id/claims',
    'POST /api/recharge-requests',
    'POST /api/recharge-requests/:id/approve',
    'POST /api/supplier-claims/:batchId/settle',
    'POST /api/supplier-connections',
    'POST /api/supplier-orders',
    'POST /api/supplier-orders/:id/resolve',
    'POST /api/supplier-rehearsals',
    'POST /api/supplier-top-ups',
    'POST /api/till-closes',
    'POST /api/users/:id/debit',
    'POST /api/users/:id/payments',
    'POST /api/users/:id/payments/:receiptNumber/take-back',
    'POST /api/users/:id/recharge',
    'POST /api/users/:id/write-offs',
  ]);
});

// The creation of a request moves nothing until its approval.
test('AMB-98: a route that takes a key may be called without one only when it moves no money', () => {
  const optional = routes.filter(({ idempotent, movesMoney }) => idempotent && !movesMoney).map(nameOf);
  expect(optional.sort()).toEqual([
    'POST /api/announcements',
    'POST /api/batches/:id/recall',
    'POST /api/credit-proposals',
    'POST /api/products',
    'POST /api/purchases/:id/claims',
    'POST /api/recharge-requests',
    'POST /api/supplier-claims/:batchId/settle',
    'POST /api/supplier-connections',
    'POST /api/supplier-orders',
    'POST /api/supplier-orders/:id/resolve',
    'POST /api/supplier-rehearsals',
    'POST /api/supplier-top-ups',
    'POST /api/till-closes',
  ]);
  expect(routes.filter(({ idempotent, movesMoney }) => movesMoney && !idempotent)).toEqual([]);
});

// Turned red by: a command that posts to the ledger for a route without `movesMoney`, which two presses without a key would do twice.
test('AMB-98: the commands that post to the ledger or write debts and cash are those of the routes that move money', () => {
  const posting = sourceFiles(/^server\/src\/modules\/.*\.ts$/)
    .filter(({ text }) => /\/(post-entry|credit-account|sell-codes)\.ts'|postCash|postReceivable/.test(text))
    .flatMap(({ text }) => [...text.matchAll(/= (?:command|statementCommand)\((\w+)\.(\w+)/g)])
    .map(([, group, name]) => `${group}.${name}`)
    // Takes back what was only announced.
    .filter((name) => name !== 'credit.withdrawRemittance')
    // Its reference is its key, for ever.
    .filter((name) => name !== 'resellerApi.createOrder');
  const moving = Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Route>)
      .filter(([, { movesMoney }]) => movesMoney)
      .map(([name]) => `${group}.${name}`),
  );
  expect(posting.sort()).toEqual(moving.sort());
});

/** Recorded by the commands that credit balances, and credits nothing, or gives back what a refused request had taken. */
const creditsNothing = ['claim.refuse', 'claim.replace', 'free-fire.refuse', 'wallet.refuse-proposal'];

// Turned red by: an action that credits a balance, and that the day of its administrator leaves out.
test('the day of an administrator adds up every action that credits a balance [TEA-13]', () => {
  const recorded = sourceFiles(/^server\/src\/modules\/.*\.ts$/)
    .filter(({ text }) => /creditAccount\(services|(type|direction): 'credit',/.test(text))
    .flatMap(({ text }) => [...text.matchAll(/action: '([\w-]+\.[\w-]+)'/g)].map(([, action]) => action));
  expect(recorded.sort()).toEqual([...creditingActions, ...creditsNothing].sort());
});

/** The fields of an answer that are texts, or lists of texts or objects, by name. */
function fieldsOf(schema: JsonSchema): string[] {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const inner = [...partsOf(schema), ...properties.map(([, field]) => field)];
  return [
    ...properties.filter(([, field]) => isText(field)).map(([name]) => name),
    ...inner.flatMap(fieldsOf),
  ];
}
const partsOf = (schema: JsonSchema): JsonSchema[] =>
  ['anyOf', 'oneOf', 'allOf', 'items'].flatMap((keyword) => (schema[keyword] ?? []) as JsonSchema[]);
const isText = (schema: JsonSchema): boolean =>
  schema.type === 'string' || schema.type === 'array' || partsOf(schema).some(isText);

/** Codes for sale, passwords, and what a second factor is made of. */
const secretNames = ['code', 'codes', 'temporaryPassword', 'secret', 'uri', 'recoveryCodes'];

test('every call whose answer holds codes, a password or a second factor is declared secret', () => {
  const revealing = routes.filter(({ response, produces }) => {
    if (!response) return false;
    const fields = fieldsOf(jsonSchema(response, 'output'));
    return produces === 'text/plain' || fields.some((name) => secretNames.includes(name));
  });
  expect(revealing.map(nameOf).sort()).toEqual([
    'GET /api/products/:id/offers/:offerId/codes',
    'GET /api/purchases/:id',
    'GET /api/v1/orders/by-reference/:reference',
    'POST /api/login/enrolment',
    'POST /api/login/enrolment/confirmation',
    'POST /api/outcomes/:key',
    'POST /api/purchases',
    'POST /api/purchases/:id/reveal',
    'POST /api/second-factor',
    'POST /api/second-factor/confirmation',
    'POST /api/second-factor/recovery-codes',
    'POST /api/users/:id/temporary-password',
    'POST /api/v1/orders',
    'POST /api/webhooks',
  ]);
  expect(revealing.filter(({ secret }) => !secret).map(nameOf)).toEqual([]);
});
