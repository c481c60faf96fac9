import { codes as words } from '@almas/locale/screens/codes';
import { useToasts } from '../../lib/use-toasts.ts';
import { download } from '../../platform/network/api-download.ts';
import { ApiError, messageOf, useCall } from '../../platform/network/index.ts';

/**
 * Downloads the available codes of an offer, one per line; an offer without any is a warning. One that is not
 * saved yet (null) has none.
 */
export function useExport(productId: string) {
  const { say } = useToasts();
  const { run, busy } = useCall(
    (offerId: string) => download(`/api/products/${productId}/offers/${offerId}/codes`, 'codes.txt'),
    {
      onDone: () => say.success(words.exported),
      onFailed: (error) => {
        if (error instanceof ApiError && error.code === 'NO_CODES_TO_EXPORT') say.warning(words.none);
        else say.error(messageOf(error, words.exportFailed));
      },
    },
  );
  return {
    busy,
    run: (offerId: string | null) => (offerId === null ? say.warning(words.none) : run(offerId)),
  };
}
