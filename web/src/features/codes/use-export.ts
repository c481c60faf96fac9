import { codes as words } from '@almas/locale/screens/codes';
import { download } from '../../lib/api-download.ts';
import { ApiError, messageOf } from '../../lib/api-errors.ts';
import { toast } from '../../lib/toast-store.ts';
import { useCall } from '../../lib/use-call.ts';

/**
 * Downloads the available codes of an offer, one per line; an offer without any is a warning. One that is not
 * saved yet (null) has none.
 */
export function useExport(productId: string) {
  const { run, busy } = useCall(
    (offerId: string) => download(`/api/products/${productId}/offers/${offerId}/codes`, 'codes.txt'),
    {
      onDone: () => toast.success(words.exported),
      onFailed: (error) => {
        if (error instanceof ApiError && error.code === 'NO_CODES_TO_EXPORT') toast.warning(words.none);
        else toast.error(messageOf(error, words.exportFailed));
      },
    },
  );
  return {
    busy,
    run: (offerId: string | null) => (offerId === null ? toast.warning(words.none) : run(offerId)),
  };
}
