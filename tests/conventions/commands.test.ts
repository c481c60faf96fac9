import { notifications } from '@almas/contract/notifications';
import { route } from '@almas/contract/route';
import { expect, test } from 'vitest';
import { command, nothingChanged, serveRoutes } from '../../server/src/pipeline/command.ts';
import { sourceFiles } from '../support/source-files.ts';

/*
 * The types are the test: this file is type-checked with the others (`npm run typecheck`), and an expected error that is
 * none fails there.
 */
const base = { method: 'POST', path: '/api/example', summary: 'Exemple' } as const;
const byAdministrator = route({
  ...base,
  access: 'admin',
  scope: 'settings',
  response: notifications.readAll.response,
});
const byReseller = route({ ...base, access: 'reseller', response: notifications.readAll.response });
const withKey = route({ ...base, access: 'reseller', idempotent: true });
const response = { read: 1 };
const audit = { action: 'example.change', subject: { type: 'example', id: '1' } };

test('a command of an administrator without an audit effect does not compile', () => {
  // @ts-expect-error the effects of an administrator's command name what the audit trail records
  command(byAdministrator, { run: async () => ({ response, effects: {} }) });
  // @ts-expect-error no audit row at all is not a list of audit rows
  command(byAdministrator, { run: async () => ({ response, effects: { audit: [] } }) });
  command(byAdministrator, { run: async () => ({ response, effects: { audit } }) });
  command(byAdministrator, { run: async () => ({ response, effects: { audit: nothingChanged } }) });
  command(byReseller, { run: async () => ({ response, effects: {} }) });
});

test('a command of a route with idempotency keys does not compile without the name of its operation', () => {
  // @ts-expect-error the key is missing
  command(withKey, { run: async () => ({ response: undefined, effects: {} }) });
});

test('a route that writes does not compile unless a command serves it', () => {
  const services = {} as never;
  // @ts-expect-error a handler may serve a route that only reads
  serveRoutes(services, { change: byReseller }, { change: async () => response });
  serveRoutes(
    services,
    { read: route({ ...base, access: 'reseller', method: 'GET' }) },
    {
      read: async () => undefined,
    },
  );
});

test('the run of a command has no connection of its own and publishes nothing by hand', () => {
  command(byReseller, {
    run: async ({ services }) => {
      // @ts-expect-error the events are effects
      services.live;
      // @ts-expect-error its statements run in the transaction
      services.db;
      return { response, effects: {} };
    },
  });
});

/** Outside calls: the command line, the schedules, the worker of webhooks, and what the pipeline itself is made of. */
const outsideCalls = [
  'server/src/commands/rotate-keys.ts',
  'server/src/modules/account-flags/raise-flags.ts',
  'server/src/modules/accounts/add-administrator.ts',
  'server/src/modules/accounts/end-sessions-as-operator.ts',
  'server/src/modules/accounts/first-administrator.ts',
  'server/src/modules/accounts/reset-administrator-password.ts',
  'server/src/modules/audit-trail/record-action.ts',
  'server/src/modules/codes/code-forms.ts',
  'server/src/modules/codes/expire-batches.ts',
  'server/src/modules/codes/notify-administrators.ts',
  'server/src/modules/codes/withhold-unreadable.ts',
  'server/src/modules/credit/remind-of-debts.ts',
  'server/src/modules/supplier-orders/deliveries.ts',
  'server/src/modules/supplier-orders/restock-offers.ts',
  'server/src/modules/supplier-orders/work-orders.ts',
  'server/src/modules/webhooks/webhook-worker.ts',
  'server/src/pipeline/execute-statement.ts',
  'server/src/pipeline/execute-transaction.ts',
];

test('audit rows and live events are written by the pipeline, by the command line, the schedules and the worker of webhooks only', () => {
  const writers = sourceFiles(/^server\/src\/.*(?<!\.test)\.ts$/)
    .filter(({ text }) => /\brecordAction\(|\blive\.publish\(/.test(text))
    .map(({ path }) => path);
  expect(writers.sort()).toEqual(outsideCalls);
});
