import { freeFire } from '@almas/locale/screens/free-fire';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';

const CustomersDialog = lazyDialog(() => import('./customers-dialog.tsx'));

/** Opens the reseller's customers; the chosen one is entered into the form. */
export function CustomersOpener({ onChoose }: { readonly onChoose: (playerId: string) => void }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {freeFire.customers.open}
      </Button>
      {opened && (
        <CustomersDialog
          onClose={close}
          onChoose={(playerId: string) => {
            onChoose(playerId);
            close();
          }}
        />
      )}
    </>
  );
}
