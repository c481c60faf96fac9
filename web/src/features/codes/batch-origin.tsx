import type { CodeOrigin } from '@almas/contract/code-batches';
import { formatAmount } from '@almas/locale/formats';
import { codeBatches as words } from '@almas/locale/screens/code-batches';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';

const OriginDialog = lazyDialog(() => import('./origin-dialog.tsx'));

/** From which batch, of which supplier and at what cost a code came; opens the batch. For who has the scope `stock`. */
export function BatchOrigin({ batch }: { readonly batch: CodeOrigin }) {
  const [opened, setOpened] = useState(false);
  const { id, label, source, supplierName, unitCost } = batch;
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {words.origin({
          id,
          name: label || source || words.pasted,
          supplier: supplierName ?? words.noSupplier,
          cost: unitCost === null ? words.unknownCost : words.costEach(formatAmount(unitCost)),
        })}
      </Button>
      {opened && <OriginDialog id={id} onClose={() => setOpened(false)} />}
    </>
  );
}
