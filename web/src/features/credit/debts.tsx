import { algiersDay, dayMilliseconds } from '@almas/contract/algiers';
import type { Receivable } from '@almas/contract/credit';
import { formatDate } from '@almas/locale/formats';
import { credit } from '@almas/locale/screens/credit';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { serverNow } from '../../lib/server-clock.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { apiPages } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Money } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { DayField } from '../../ui/period.tsx';
import record from '../../ui/record.module.css';
import { SearchInput } from '../../ui/search-input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { AgeingBar } from './ageing-bar.tsx';
import styles from './credit.module.css';

const words = credit.debts;
const dues = (['all', 'today', 'late'] as const).map((value) => ({ value, label: words.due[value] }));
const sorts = (['due', 'debt', 'city'] as const).map((value) => ({ value, label: words.sorts[value] }));

/** Every account that owes, with the age of its debt. */
export function Debts({ onAccount }: { readonly onAccount: (debtor: Receivable) => void }) {
  const [search, setSearch] = useState('');
  const [due, setDue] = useState<(typeof dues)[number]['value']>('all');
  const [sort, setSort] = useState<(typeof sorts)[number]['value']>('due');
  const [asOf, setAsOf] = useState('');
  const today = algiersDay(serverNow());
  const settled = useDebounced(search);
  const query = { due, sort, ...(settled && { search: settled }), ...(asOf && { asOf }) };
  const list = useInfiniteQuery({
    ...apiPages('credit', 'receivables', { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const totals = list.isPlaceholderData ? undefined : list.data?.pages[0]?.totals;
  return (
    <Stack>
      <SearchInput placeholder={words.search} value={search} onChange={setSearch} />
      <Segmented label={words.which} labelled value={due} options={dues} onChange={setDue} />
      <Segmented label={words.sort} labelled value={sort} options={sorts} onChange={setSort} />
      <DayField
        label={words.asOf}
        hint={words.asOfHint}
        max={algiersDay(serverNow() - dayMilliseconds)}
        value={asOf}
        onChange={setAsOf}
      />
      {asOf && totals && (
        <p role="status">
          {words.owed(asOf === today ? null : formatDate(asOf), totals.accounts, totals.debt, totals.overdue)}
        </p>
      )}
      <div>
        <ExportButton list="receivables" filters={query} />
      </div>
      <PagedList list={list} empty={{ title: words.empty }} {...(asOf <= today && { failed: credit.failed })}>
        {(items: readonly Receivable[]) => (
          <ul className="column gap-12">
            {items.map((account) => (
              <li
                key={account.userId}
                className={`box column gap-6 anywhere ${record.item}`}
                data-testid="debt"
              >
                <div className={record.head}>
                  <h3 id={`debt-${account.userId}`} className={styles.name} dir="auto">
                    {account.userName}
                  </h3>
                  <Money amount={account.debt} size="lg" />
                </div>
                <p className="dim" dir="auto">
                  {[account.company, account.city].filter(Boolean).join(' · ')}
                </p>
                <div>
                  <StatusBadge tone={account.overdue > 0 ? 'failed' : 'quiet'}>
                    {account.overdue > 0 ? credit.late(account.overdue) : credit.due(account.dueOn)}
                  </StatusBadge>
                </div>
                <AgeingBar ageing={account.ageing} />
                <div className="wrap gap-8">
                  <Button
                    variant="secondary"
                    aria-describedby={`debt-${account.userId}`}
                    onClick={() => onAccount(account)}
                  >
                    {words.details}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  );
}
