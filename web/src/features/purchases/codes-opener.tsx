import type { PurchaseSummary } from '@almas/contract/purchases';
import { lazy, Suspense, useState } from 'react';

const CodesDialog = lazy(() => import('./codes-dialog.tsx'));

/** The codes dialog of a list: which purchase it shows, and the element to put into the page. */
export function useCodesDialog() {
  const [shown, setShown] = useState<PurchaseSummary | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (purchase: PurchaseSummary) => {
    setShown(purchase);
    setOpened(true);
  };
  const dialog = shown && (
    <Suspense fallback={null}>
      <CodesDialog key={shown.id} purchase={shown} opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
  return { open, dialog };
}
