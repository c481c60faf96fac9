import { common } from '@almas/locale/screens/common';
import { purchaseLimit as words } from '@almas/locale/screens/purchase-limit';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../lib/queries.ts';
import { Skeleton } from '../../ui/states.tsx';

/** The purchases an hour of an account, or of one's own. */
export function PurchaseLimitText({ userId }: { readonly userId?: string }) {
  const own = useQuery({ ...apiQuery('accounts', 'purchaseLimit'), enabled: userId === undefined });
  const other = useQuery({
    ...apiQuery('users', 'purchaseLimit', { params: { id: userId ?? '' } }),
    enabled: userId !== undefined,
  });
  const { data, isError } = userId === undefined ? own : other;
  if (isError) return common.none;
  return data ? words.value(data.perHour, data.isOwn, data.used) : <Skeleton width={120} />;
}
