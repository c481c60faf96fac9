import { purchaseLimit as words } from '@almas/locale/screens/purchase-limit';
import { ApiError } from '../../lib/api-errors.ts';
import { apiQuery, queryClient } from '../../lib/queries.ts';
import { forgetLimit } from '../../lib/rate-limit.ts';
import { showToast } from '../../lib/toast-store.ts';

const isAtLimit = (error: unknown) => error instanceof ApiError && error.code === 'TOO_MANY_PURCHASES';

/**
 * Says which limit a refused purchase has met, and until when. The browser refuses by its last answer: when an
 * administrator has changed the limit meanwhile, it asks the server again from now on.
 */
async function showLimit(): Promise<void> {
  const limit = await queryClient.fetchQuery({ ...apiQuery('accounts', 'purchaseLimit'), staleTime: 0 });
  const isFree = limit.used < limit.perHour || limit.until === null;
  if (isFree) forgetLimit('purchase');
  showToast({
    kind: 'info',
    title: words.met(limit.perHour),
    message: isFree || limit.until === null ? words.free : words.until(limit.until),
    duration: 10_000,
    source: 'purchase-limit',
  });
}

/** From now on every refusal for the purchase limit is explained, one that came before this code included. */
export function explainLimit(): void {
  const explain = (error: unknown) => {
    // Without an answer the refusal has said what matters.
    if (isAtLimit(error)) void showLimit().catch(() => undefined);
  };
  const mutations = queryClient.getMutationCache();
  mutations.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') explain(event.action.error);
  });
  explain(mutations.getAll().at(-1)?.state.error);
}
