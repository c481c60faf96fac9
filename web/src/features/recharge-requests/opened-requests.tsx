import { useEffect } from 'react';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { setRequestsOpen, useRequestsOpen } from './requests-opener.tsx';

const RequestsDialog = lazyDialog(() => import('./requests-dialog.tsx'));
const close = () => setRequestsOpen(false);

/**
 * The dialog of the recharge requests over whichever screen. Not part of the button that opens it: the button may leave while a request
 * is typed, such as that of a balance which has become sufficient.
 */
export function OpenedRequests() {
  const isOpen = useRequestsOpen();
  // At sign-out.
  useEffect(() => close, []);
  return isOpen && <RequestsDialog onClose={close} />;
}
