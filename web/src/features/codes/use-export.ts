import { codes as words } from '@almas/locale/screens/codes';
import { useState } from 'react';
import { download } from '../../lib/api-download.ts';
import { ApiError, messageOf } from '../../lib/api-errors.ts';
import { toast } from '../../lib/toast-store.ts';

/**
 * Downloads the available codes of an offer, one per line; an offer without any is a warning. One that is not
 * saved yet (null) has none.
 */
export function useExport(productId: string) {
  const [busy, setBusy] = useState(false);
  const run = async (offerId: string | null) => {
    if (busy) return;
    if (offerId === null) return toast.warning(words.none);
    setBusy(true);
    try {
      await download(`/api/products/${productId}/offers/${offerId}/codes`, 'codes.txt');
      toast.success(words.exported);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NO_CODES_TO_EXPORT') toast.warning(words.none);
      else toast.error(messageOf(error, words.exportFailed));
    }
    setBusy(false);
  };
  return { run, busy };
}
