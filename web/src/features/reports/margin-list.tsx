import type { Margin } from '@almas/contract/reports';
import { formatAmount, formatCount, formatDate } from '@almas/locale/formats';
import { owner as words } from '@almas/locale/screens/owner';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiPages } from '../../platform/network/index.ts';
import { Stack } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import type { DayPeriod } from '../../ui/period.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import styles from './reports.module.css';

type Group = keyof typeof words.margin.groups;
const groups = Object.entries(words.margin.groups).map(([value, label]) => ({
  value: value as Group,
  label,
}));

const columnsOf = (group: Group): readonly Column<Margin>[] => [
  {
    head: words.margin.groups[group],
    cell: ({ name }) => (group === 'day' ? formatDate(name) : name),
    main: true,
  },
  { head: words.heads.codes, cell: ({ codes }) => formatCount(codes), end: true },
  { head: words.heads.amount, cell: ({ amount }) => <Money amount={amount} />, end: true },
  { head: words.heads.cost, cell: ({ cost }) => <Money amount={cost} />, end: true },
  { head: words.heads.margin, cell: ({ margin }) => formatAmount(margin), end: true },
  {
    head: words.heads.unknown,
    cell: ({ unknownCodes, unknownAmount }) =>
      unknownCodes === 0 ? '–' : `${formatAmount(unknownAmount)} (${words.codes(unknownCodes)})`,
    end: true,
  },
];

interface MarginListProps {
  readonly period: DayPeriod;
  readonly group: Group;
  readonly onGroup: (group: Group) => void;
}

/** What codes brought in a period, by game, offer, reseller or day; codes without a known cost are a line of their own in the sum. */
export function MarginList({ period, group, onGroup }: MarginListProps) {
  const list = useInfiniteQuery(apiPages('reports', 'margins', { query: { by: group, ...period } }));
  const { totals, freeFire } = list.data?.pages[0] ?? {};
  return (
    <Stack>
      <div className="row wrap spread gap-12">
        <Segmented label={words.margin.by} value={group} options={groups} onChange={onGroup} />
        <ExportButton list="margins" filters={{ by: group, ...period }} />
      </div>
      {totals && (
        <ul className={`lines ${styles.rows}`} aria-label={words.margin.total}>
          <li className="row spread gap-12">
            <span className="strong">
              {words.margin.total} <span className="dim">{words.codes(totals.codes)}</span>
            </span>
            <span className="strong">{formatAmount(totals.margin)}</span>
          </li>
          {totals.unknownCodes > 0 && (
            <li className="row spread gap-12">
              <span>
                {words.margin.unknown} <span className="dim">{words.codes(totals.unknownCodes)}</span>
              </span>
              <span>{formatAmount(totals.unknownAmount)}</span>
            </li>
          )}
          {freeFire !== undefined && (
            <li className="row wrap spread gap-12">
              <span>{words.margin.freeFire}</span>
              <span>{words.margin.freeFireSold(freeFire)}</span>
            </li>
          )}
        </ul>
      )}
      {group === 'game' && <p className="dim">{words.margin.gameNames}</p>}
      <PagedList list={list} empty={{ title: words.margin.empty }} failed={words.failed}>
        {(items) => (
          <DataTable
            caption={words.margin.caption}
            columns={columnsOf(group)}
            rows={items}
            rowKey={({ id }) => id}
            dense
          />
        )}
      </PagedList>
    </Stack>
  );
}
