import { stock as words } from '@almas/locale/screens/stock';
import { useDialogParameter } from '../../platform/navigation/index.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';

const StockDialog = lazyDialog(() => import('./stock-dialog.tsx'));

/** Opens the stock of the whole shop, which has a URL (`?stock=batches`). */
export function StockOpener() {
  const { value, open } = useDialogParameter('stock');
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => open('batches')}>
        {words.open}
      </Button>
      {value !== null && <StockDialog />}
    </>
  );
}
