import { purchaseLimit as words } from '@almas/locale/screens/purchase-limit';
import { showToast } from '../../lib/toast-store.ts';
import { ApiError, apiQuery, clearLimit, queryClient } from '../../platform/network/index.ts';

const isAtLimit = (error: unknown) => error instanceof ApiError && error.code === 'TOO_MANY_PURCHASES';

/**
 * Shows which limit a refused purchase has reached, and until when. The client refuses by the limit of its last response: when an
 * administrator has raised the limit meanwhile, the next purchase is sent to the server again.
 */
async function showLimit(): Promise<void> {
  const limit = await queryClient.fetchQuery({ ...apiQuery('accounts', 'purchaseLimit'), staleTime: 0 });
  const isFree = limit.used < limit.perHour || limit.until === null;
  if (isFree) clearLimit('purchase');
  showToast({
    kind: 'info',
    title: words.met(limit.perHour),
    message: isFree || limit.until === null ? words.free : words.until(limit.until),
    duration: 10_000,
    source: 'purchase-limit',
  });
}

/** From now on every refusal for the purchase limit is explained, including one from before this code was loaded. */
export function explainLimit(): void {
  const explain = (error: unknown) => {
    // Without a response the message of the refusal is sufficient.
    if (isAtLimit(error)) void showLimit().catch(() => undefined);
  };
  const mutations = queryClient.getMutationCache();
  mutations.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') explain(event.action.error);
  });
  explain(mutations.getAll().at(-1)?.state.error);
}
