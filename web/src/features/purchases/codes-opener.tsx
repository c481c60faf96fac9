import { useState } from 'react';
import { useDialogParameter } from '../../platform/navigation/index.ts';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import type { CodesOf } from './codes-dialog.tsx';

const CodesDialog = lazyDialog(() => import('./codes-dialog.tsx'));

/** The codes dialog of a list: how to open it, and the element to render. The address names the purchase that it shows. */
export function useCodesDialog() {
  const { value: id, open, close } = useDialogParameter('purchase');
  const [listed, setListed] = useState<CodesOf | null>(null);
  const show = (purchase: CodesOf) => {
    setListed(purchase);
    open(purchase.id);
  };
  const dialog = id !== null && (
    <CodesDialog key={id} purchase={listed?.id === id ? listed : { id }} onClose={close} />
  );
  return { open: show, dialog };
}
