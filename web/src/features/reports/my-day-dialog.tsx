import type { reports } from '@almas/contract/reports';
import type { Output } from '@almas/contract/route';
import { formatAmount, formatCount } from '@almas/locale/formats';
import { owner } from '@almas/locale/screens/owner';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { Stack, StatCard } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/figures.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import styles from './reports.module.css';

const words = owner.mine;
type Sold = Output<typeof reports.myDay>['items'][number];

const columns: readonly Column<Sold>[] = [
  {
    head: words.offer,
    cell: ({ productName, offerName }) => [productName, offerName].filter(Boolean).join(' – '),
    main: true,
  },
  { head: owner.heads.codes, cell: ({ codes }) => formatCount(codes), end: true },
  { head: words.paid, cell: ({ amount }) => <Money amount={amount} />, end: true },
];
const retail: Column<Sold> = {
  head: words.retail,
  cell: ({ retailValue }) => (retailValue === null ? '–' : <Money amount={retailValue} />),
  end: true,
};

/** A shop's own evening: what it sold today, by offer, and for how much where it has its own prices. */
export default function MyDayDialog({ onClose }: { readonly onClose: () => void }) {
  const found = useQuery({ ...apiQuery('reports', 'myDay'), staleTime: 0 });
  const { data } = found;
  return (
    <Dialog onClose={onClose} title={words.title}>
      {data ? (
        data.items.length === 0 && !data.topUps?.count ? (
          <EmptyState title={words.empty} />
        ) : (
          <Stack>
            <div className={styles.figures}>
              {data.items.length > 0 && (
                <>
                  <StatCard label={words.sold} value={formatCount(data.codes)} />
                  <StatCard label={words.paid} value={formatAmount(data.amount)} />
                </>
              )}
              {data.retailValue !== null && (
                <StatCard
                  label={words.retail}
                  value={formatAmount(data.retailValue)}
                  note={data.codesWithoutPrice > 0 && words.without(data.codesWithoutPrice)}
                />
              )}
              {data.topUps && data.topUps.count > 0 && (
                <StatCard
                  label={words.topUps}
                  value={formatAmount(data.topUps.amount)}
                  note={words.asked(data.topUps.count)}
                />
              )}
            </div>
            {data.items.length > 0 && (
              <DataTable
                caption={words.caption}
                columns={data.retailValue === null ? columns : [...columns, retail]}
                rows={data.items}
                rowKey={({ offerId }) => offerId}
                dense
              />
            )}
          </Stack>
        )
      ) : (
        <Unloaded query={found} text={words.failed} count={3} height={56} />
      )}
    </Dialog>
  );
}
