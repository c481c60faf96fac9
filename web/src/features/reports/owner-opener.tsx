import { owner as words } from '@almas/locale/screens/owner';
import { useDialogParameter } from '../../platform/navigation/index.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';

const OwnerDialog = lazyDialog(() => import('./owner-dialog.tsx'));

/** Opens the owner's page, which has a URL (`?owner=view`). Its code, with the chart library, is loaded when it is opened. */
export function OwnerOpener() {
  const { value, open } = useDialogParameter('owner');
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => open('view')}>
        {words.open}
      </Button>
      {value !== null && <OwnerDialog />}
    </>
  );
}
