import { shell } from '@almas/locale/screens/shell';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const RequestsDialog = lazy(() => import('./requests-dialog.tsx'));

interface RequestsOpenerProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A button that opens the dialog of the recharge requests, whose code comes with the first tap. */
export function RequestsOpener({ className, children }: RequestsOpenerProps) {
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpened(true);
  };
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        title={shell.openRequests}
        onClick={open}
      >
        {children}
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <RequestsDialog opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
