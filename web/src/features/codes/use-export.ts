import { codes as words } from '@almas/locale/screens/codes';
import { useState } from 'react';
import { download } from '../../lib/api-download.ts';
import { ApiError, messageOf } from '../../lib/api-errors.ts';
import { toast } from '../../lib/toast-store.ts';

/** Downloads the available codes of an offer, one per line; an offer without any is a warning (SPEC §5). */
export function useExport(productId: string) {
  const [busy, setBusy] = useState(false);
  const run = async (offerId: string) => {
    if (busy) return;
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
