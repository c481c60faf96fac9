import type { PurchaseLimit } from '@almas/contract/accounts';
import { common } from '@almas/locale/screens/common';
import { purchaseLimit as words } from '@almas/locale/screens/purchase-limit';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { Skeleton } from '../../ui/states.tsx';

function LimitText({ data, isError }: Pick<UseQueryResult<PurchaseLimit>, 'data' | 'isError'>) {
  if (isError) return common.none;
  return data ? words.value(data.perHour, data.isOwn, data.used) : <Skeleton width={120} />;
}

/** The purchase limit per hour of the signed-in account. */
export function OwnPurchaseLimit() {
  const { data, isError } = useQuery(apiQuery('accounts', 'purchaseLimit'));
  return <LimitText data={data} isError={isError} />;
}

/** The purchase limit per hour of an account, for an administrator. */
export function AccountPurchaseLimit({ userId }: { readonly userId: string }) {
  const { data, isError } = useQuery(apiQuery('users', 'purchaseLimit', { params: { id: userId } }));
  return <LimitText data={data} isError={isError} />;
}
