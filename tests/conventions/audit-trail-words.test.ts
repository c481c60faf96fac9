import { AccountStatus } from '@almas/contract/accounts';
import { ClaimStatus } from '@almas/contract/claims';
import { ProductStatus } from '@almas/contract/forms';
import { RechargeRequestStatus } from '@almas/contract/recharge-requests';
import { SupplierOrderStatus } from '@almas/contract/supplier-orders';
import { FreeFireRequestStatus } from '@almas/contract/wallet';
import { auditTrail } from '@almas/locale/screens/audit-trail';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

const recorded = new Set(
  sourceFiles(/^server\/src\/.*\.ts$/)
    .filter(({ path }) => !/\.test\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/action: '([a-z-]+\.[a-z-]+)'/g)])
    .map(([, action]) => action),
);

/** Rows of version 1.1.0 have these; no version since writes them. */
const former = ['codes.pass-over-unreadable'];

test('every action that the audit trail records has a French name, and every name belongs to a recorded action', () => {
  expect(recorded.size).toBeGreaterThan(10);
  expect([...recorded, ...former].sort()).toEqual(Object.keys(auditTrail.actions).sort());
});

test('every status that the audit trail writes has a French word', () => {
  const statuses = [
    AccountStatus,
    ClaimStatus,
    FreeFireRequestStatus,
    ProductStatus,
    RechargeRequestStatus,
    SupplierOrderStatus,
  ].flatMap(({ options }): string[] => options);
  expect(statuses.filter((status) => !Object.hasOwn(auditTrail.values, status))).toEqual([]);
});
