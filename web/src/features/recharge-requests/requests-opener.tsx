import { shell } from '@almas/locale/screens/shell';
import { type ReactNode, useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners.ts';
import { useMe } from '../../platform/session/index.ts';

let isOpen = false;
const { subscribe, notify } = createListeners();

/** Opens or closes the dialog of the recharge requests (opened-requests.tsx). */
export function setRequestsOpen(next: boolean): void {
  isOpen = next;
  notify();
}

export const useRequestsOpen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  );

interface RequestsOpenerProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A button that opens the dialog of the recharge requests, whose code is loaded at the first tap. A cashier, who may send none, has none. */
export const RequestsOpener = ({ className, children }: RequestsOpenerProps) =>
  !useMe().cashier && (
    <button
      type="button"
      className={className}
      aria-haspopup="dialog"
      title={shell.openRequests}
      onClick={() => setRequestsOpen(true)}
    >
      {children}
    </button>
  );
