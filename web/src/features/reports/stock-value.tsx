import type { StockValue as Item } from '@almas/contract/reports';
import { formatAmount, formatCount } from '@almas/locale/formats';
import { owner as words } from '@almas/locale/screens/owner';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { Lead, Stack, StatCard } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/figures.tsx';
import { DayField } from '../../ui/period.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { dayBefore } from './period-lengths.ts';
import styles from './reports.module.css';

const columns: readonly Column<Item>[] = [
  {
    head: words.heads.name,
    cell: ({ productName, offerName }) => `${productName} – ${offerName}`,
    main: true,
  },
  { head: words.heads.codes, cell: ({ codes }) => formatCount(codes), end: true },
  { head: words.stock.value, cell: ({ cost }) => <Money amount={cost} />, end: true },
  {
    head: words.stock.unknown,
    cell: ({ unknownCodes }) => (unknownCodes === 0 ? '–' : words.codes(unknownCodes)),
    end: true,
  },
];

/** What the unsold codes had cost at the end of a day, by offer. */
export function StockValue() {
  const [day, setDay] = useState(() => dayBefore(0));
  const found = useQuery({ ...apiQuery('reports', 'stockValue', { query: { day } }), staleTime: 0 });
  return (
    <Stack>
      <Lead>{words.stock.text}</Lead>
      <div className="row wrap spread gap-12" style={{ alignItems: 'end' }}>
        <DayField
          label={words.stock.label}
          value={day}
          max={dayBefore(0)}
          onChange={(chosen) => chosen !== '' && setDay(chosen)}
        />
        <ExportButton list="stockValue" filters={{ day }} />
      </div>
      {!found.data ? (
        <Unloaded query={found} text={day > dayBefore(0) ? undefined : words.failed} count={3} height={64} />
      ) : found.data.items.length === 0 ? (
        <EmptyState title={words.stock.empty} />
      ) : (
        <>
          <div className={styles.figures}>
            <StatCard
              label={words.stock.value}
              value={formatAmount(found.data.totals.cost)}
              note={words.codes(found.data.totals.codes)}
            />
            {found.data.totals.unknownCodes > 0 && (
              <StatCard
                label={words.stock.unknown}
                value={words.codes(found.data.totals.unknownCodes)}
                tone="waiting"
              />
            )}
          </div>
          <DataTable
            caption={words.stock.caption}
            columns={columns}
            rows={found.data.items}
            rowKey={({ offerId }) => offerId}
            dense
          />
        </>
      )}
    </Stack>
  );
}
