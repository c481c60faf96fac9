import type { BatchBuyer, CodeBatch } from '@almas/contract/code-batches';
import { formatCount } from '@almas/locale/formats';
import { codeBatches as words } from '@almas/locale/screens/code-batches';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiPages } from '../../platform/network/index.ts';
import { Stack } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { nameOfBatch } from './batch-list.tsx';

const columns: readonly Column<BatchBuyer>[] = [
  { head: words.buyer, cell: ({ userName }) => userName, main: true },
  { head: words.phone, cell: ({ userPhone }) => <bdi dir="ltr">{userPhone}</bdi>, tight: true },
  { head: words.bought, cell: ({ codes }) => formatCount(codes), tight: true },
  { head: words.purchase, cell: ({ purchaseId }) => words.purchaseNumber(purchaseId), tight: true },
  { head: words.boughtAt, cell: ({ createdAt }) => <When at={createdAt} />, tight: true },
];

interface BuyersDialogProps {
  readonly batch: CodeBatch;
  readonly onClose: () => void;
}

/** Who holds codes of a batch: the recall concerns them. */
export default function BuyersDialog({ batch, onClose }: BuyersDialogProps) {
  const list = useInfiniteQuery({
    ...apiPages('codeBatches', 'buyers', { params: { id: batch.id }, query: {} }),
    staleTime: 0,
  });
  return (
    <Dialog onClose={onClose} title={words.buyersTitle(nameOfBatch(batch))} size="lg">
      <Stack>
        <div>
          <ExportButton list="batchBuyers" filters={{ batchId: batch.id }} />
        </div>
        <PagedList list={list} empty={{ title: words.buyersEmpty }} failed={words.failed}>
          {(items) => (
            <DataTable
              caption={words.buyers}
              columns={columns}
              rows={items}
              rowKey={({ purchaseId }) => purchaseId}
              dense
            />
          )}
        </PagedList>
      </Stack>
    </Dialog>
  );
}
