import type { WithheldCode } from '@almas/contract/products';
import { formatDate } from '@almas/locale/formats';
import { auditTrail } from '@almas/locale/screens/audit-trail';
import { batch } from '@almas/locale/screens/batch';
import { codes } from '@almas/locale/screens/codes';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, refresh } from '../../platform/network/index.ts';
import { Batch, type BatchDecision, SelectBox } from '../../ui/batch.tsx';
import { Lead, Stack } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type KeptRow, useKeptRows } from '../../ui/use-kept-rows.ts';
import { type Selection, useSelection } from '../../ui/use-selection.ts';
import { withheldQuery } from './withheld-notice.tsx';

const words = codes.withheld;
const readAgain = () => refresh('codes', 'products', 'statistics', 'auditTrail');

const decisionOf = (
  decision: 'discard' | 'release',
  parts: Pick<BatchDecision<WithheldCode>, 'label' | 'variant' | 'title' | 'done'>,
): BatchDecision<WithheldCode> => ({
  ...parts,
  failure: batch.withheld.failed,
  decide: ({ id }) => api.codes.decideWithheld({ params: { id }, body: { decision } }),
  onEnd: readAgain,
});
const decisions = [
  decisionOf('discard', {
    label: batch.withheld.discard,
    variant: 'primary',
    title: batch.withheld.discardTitle,
    done: batch.withheld.discarded,
  }),
  decisionOf('release', {
    label: batch.withheld.release,
    variant: 'secondary',
    title: batch.withheld.releaseTitle,
    done: batch.withheld.released,
  }),
];

const nameOf = ({ id, productName, offerName }: WithheldCode) =>
  `${words.number(id)} · ${words.offerName(productName, offerName)}`;

function reasonOf({ reason, twin }: WithheldCode): string {
  if (reason === 'unreadable') return words.unreadable;
  if (!twin) return words.gone;
  const offer = words.offerName(twin.productName, twin.offerName);
  return twin.soldAt ? words.sold(offer, formatDate(twin.soldAt)) : words.forSale(offer);
}

const columnsOf = (selection: Selection<WithheldCode>): readonly Column<KeptRow<WithheldCode>>[] => [
  {
    head: words.column,
    cell: ({ item, isRemoved }) =>
      !isRemoved && <SelectBox selection={selection} id={item.id} name={nameOf(item)} />,
  },
  { head: words.id, cell: ({ item }) => words.number(item.id), main: true },
  { head: words.offer, cell: ({ item }) => words.offerName(item.productName, item.offerName) },
  { head: words.importedAt, cell: ({ item }) => <When at={item.importedAt} />, tight: true },
  { head: words.reason, cell: ({ item, isRemoved }) => (isRemoved ? auditTrail.decided : reasonOf(item)) },
];

/** Withheld codes, selected and decided together, each with its own result. */
export default function WithheldDialog({ onClose }: { readonly onClose: () => void }) {
  const list = useInfiniteQuery(withheldQuery);
  return (
    <Dialog onClose={onClose} title={words.title} size="lg">
      <Stack>
        <Lead>{words.waitingText}</Lead>
        <PagedList list={list} empty={{ title: words.empty }} failed={words.failed} drawsEmpty>
          {(items) => <Codes items={items} complete={!list.hasNextPage} />}
        </PagedList>
      </Stack>
    </Dialog>
  );
}

interface CodesProps {
  readonly items: readonly WithheldCode[];
  /** The server has no more than these. */
  readonly complete: boolean;
}

function Codes({ items, complete }: CodesProps) {
  const { rows, pointer } = useKeptRows(items, { complete });
  const selection = useSelection(items);
  return (
    <Stack gap={12}>
      <Batch
        selection={selection}
        available={items.length}
        listed={rows.length}
        decisions={decisions}
        nameOf={nameOf}
        framed
      />
      {rows.length === 0 ? (
        <EmptyState title={words.empty} />
      ) : (
        <DataTable
          caption={words.caption}
          columns={columnsOf(selection)}
          rows={rows}
          rowKey={({ item }) => item.id}
          pointer={pointer}
          dense
        />
      )}
    </Stack>
  );
}
