import { shell } from '@almas/locale/screens/shell';
import { type ReactNode, useState } from 'react';
import { useMe } from '../../platform/session/index.ts';
import { lazyDialog } from '../../ui/lazy-part.tsx';

const RequestsDialog = lazyDialog(() => import('./requests-dialog.tsx'));

interface RequestsOpenerProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A button that opens the dialog of the recharge requests, whose code is loaded at the first tap. A cashier, who may send none, has none. */
export function RequestsOpener({ className, children }: RequestsOpenerProps) {
  const [opened, setOpened] = useState(false);
  if (useMe().cashier) return null;
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        title={shell.openRequests}
        onClick={() => setOpened(true)}
      >
        {children}
      </button>
      {opened && <RequestsDialog onClose={() => setOpened(false)} />}
    </>
  );
}
