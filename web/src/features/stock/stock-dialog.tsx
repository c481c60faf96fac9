import type { CodeBatch } from '@almas/contract/code-batches';
import type { Supplier } from '@almas/contract/suppliers';
import { codeBatches } from '@almas/locale/screens/code-batches';
import { stock as words } from '@almas/locale/screens/stock';
import { useState } from 'react';
import { useDialogParameter } from '../../platform/navigation/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { BatchList, nameOfBatch } from '../codes/batch-list.tsx';
import { UnsoldCodes } from '../codes/unsold-codes.tsx';
import { SupplierList } from '../suppliers/supplier-list.tsx';
import { CoverList } from './cover-list.tsx';

const tabs = (['batches', 'cover', 'suppliers'] as const).map((value) => ({
  value,
  label: words.tabs[value],
}));
type Tab = (typeof tabs)[number]['value'];

/** The stock of the whole shop: its batches, how long it lasts, its suppliers. The tab is in the URL (`?stock=batches`). */
export default function StockDialog() {
  const { value, open, close } = useDialogParameter('stock');
  const [codesOf, setCodesOf] = useState<CodeBatch | null>(null);
  const [supplier, setSupplier] = useState<Supplier>();
  const tab = tabs.find((one) => one.value === value)?.value ?? 'batches';
  const show = (next: Tab) => {
    setSupplier(undefined);
    open(next);
  };
  return (
    <Dialog
      onClose={close}
      title={codesOf ? codeBatches.unsoldOf(nameOfBatch(codesOf)) : words.title}
      size="lg"
    >
      {codesOf ? (
        <Stack>
          <div>
            <Button variant="secondary" onClick={() => setCodesOf(null)}>
              {codeBatches.back}
            </Button>
          </div>
          <UnsoldCodes query={{ batchId: codesOf.id }} />
        </Stack>
      ) : (
        <Stack>
          <Segmented label={words.tab} value={tab} options={tabs} onChange={show} />
          {tab === 'batches' && <BatchList key={supplier?.id} supplier={supplier} onCodes={setCodesOf} />}
          {tab === 'cover' && <CoverList />}
          {tab === 'suppliers' && (
            <SupplierList
              onBatches={(of) => {
                setSupplier(of);
                open('batches');
              }}
            />
          )}
        </Stack>
      )}
    </Dialog>
  );
}
