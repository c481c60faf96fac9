import { useEffect } from 'react';
import { useLocation } from '../../platform/navigation/index.ts';
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
  const path = useLocation({ select: ({ pathname }) => pathname });
  // It belongs to the screen that it was opened over. Also at sign-out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed at each change of the path
  useEffect(() => close, [path]);
  return isOpen && <RequestsDialog onClose={close} />;
}
