import { useState } from 'react';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import type { CodesOf } from './codes-dialog.tsx';

const CodesDialog = lazyDialog(() => import('./codes-dialog.tsx'));

/** The codes dialog of a list: the state of which purchase it shows, and the element to render. */
export function useCodesDialog() {
  const [shown, setShown] = useState<CodesOf | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (purchase: CodesOf) => {
    setShown(purchase);
    setOpened(true);
  };
  const dialog = shown && (
    <CodesDialog key={shown.id} purchase={shown} opened={opened} onClose={() => setOpened(false)} />
  );
  return { open, dialog };
}
