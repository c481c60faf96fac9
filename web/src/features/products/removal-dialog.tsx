import type { Product } from '@almas/contract/products';
import { adminProducts } from '@almas/locale/screens/admin-products';
import { api, useAction } from '../../platform/network/index.ts';
import { ConfirmDialog } from '../../ui/ask-dialogs.tsx';
import { Stack } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { stockOf } from './admin-list.ts';

const words = adminProducts.removal;

interface RemovalDialogProps {
  readonly product: Product;
  readonly onClose: () => void;
}

/** Shows what is deleted with a product and what is kept, before it is deleted. */
export function RemovalDialog({ product, onClose }: RemovalDialogProps) {
  const stock = stockOf(product);
  // A colleague may import codes while the dialog is open: at most the displayed number is deleted.
  const remove = () => api.products.remove({ params: { id: product.id }, query: { codes: stock } });
  const { run, busy } = useAction(remove, {
    success: [words.done],
    failure: words.failed,
    refreshes: ['products', 'statistics'],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      danger
      busy={busy}
      onClose={onClose}
      title={words.title}
      confirmLabel={adminProducts.remove}
      onConfirm={() => void run()}
    >
      <Stack gap={10}>
        <p>{words.subject(product.name)}</p>
        <Notice tone="failed" title={words.warning}>
          {stock > 0 && <p>{words.stock(stock)}</p>}
        </Notice>
        <p>{words.kept}</p>
      </Stack>
    </ConfirmDialog>
  );
}
