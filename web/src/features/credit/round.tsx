import type { Receivable } from '@almas/contract/credit';
import { foldText } from '@almas/contract/fold-text';
import { credit } from '@almas/locale/screens/credit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiPages } from '../../platform/network/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Money } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { Segmented } from '../../ui/segmented.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './credit.module.css';
import PaymentDialog from './payment-dialog.tsx';

const words = credit.round;
const options = (['today', 'all'] as const).map((value) => ({ value, label: words[value] }));

/** The way there, opened by the map application of a phone. */
const wayTo = ({ company, address, city }: Receivable): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent([address || company, city].filter(Boolean).join(', '))}`;

/** Accounts of one city after the other, as the list is sorted, whichever accents and capitals each has written. */
function byCity(items: readonly Receivable[]): { city: string; accounts: Receivable[] }[] {
  const groups: { city: string; accounts: Receivable[] }[] = [];
  for (const account of items) {
    const last = groups.at(-1);
    if (last && foldText(last.city) === foldText(account.city)) last.accounts.push(account);
    else groups.push({ city: account.city, accounts: [account] });
  }
  return groups;
}

/** An agent's round: who owes what, by city, with the phone and the way there. */
export function Round() {
  const [due, setDue] = useState<'today' | 'all'>('today');
  const [paying, setPaying] = useState<Receivable | null>(null);
  const list = useInfiniteQuery({
    ...apiPages('credit', 'receivables', { query: { due, sort: 'city', limit: 100 } }),
    staleTime: 0,
  });
  return (
    <Stack>
      <Segmented label={words.which} value={due} options={options} onChange={setDue} />
      <PagedList
        list={list}
        empty={due === 'all' ? { title: words.nothingOwed } : { title: words.empty, text: words.emptyText }}
        failed={credit.failed}
      >
        {(items: readonly Receivable[]) =>
          byCity(items).map(({ city, accounts }) => (
            <section key={accounts[0]?.userId}>
              <Stack gap={8}>
                <h3 className={styles.city} dir="auto">
                  {city || words.noCity}
                </h3>
                <ul className="column gap-12">
                  {accounts.map((account) => (
                    <Visit key={account.userId} account={account} onPay={() => setPaying(account)} />
                  ))}
                </ul>
              </Stack>
            </section>
          ))
        }
      </PagedList>
      {paying && <PaymentDialog debtor={paying} inCash onClose={() => setPaying(null)} />}
    </Stack>
  );
}

function Visit({ account, onPay }: { readonly account: Receivable; readonly onPay: () => void }) {
  const { userId, userName, company, phone, address, debt, dueOn, overdue } = account;
  const id = `visit-${userId}`;
  return (
    <li className={`box column gap-6 anywhere ${record.item}`} data-testid="visit">
      <div className={record.head}>
        <h4 id={id} className={styles.name} dir="auto">
          {company || userName}
        </h4>
        <Money amount={debt} size="lg" />
      </div>
      <p className="dim" dir="auto">
        {[company && userName, address].filter(Boolean).join(' · ')}
      </p>
      <div>
        {overdue > 0 ? (
          <StatusBadge tone="failed">{credit.late(overdue)}</StatusBadge>
        ) : (
          <StatusBadge tone="quiet">{credit.due(dueOn)}</StatusBadge>
        )}
      </div>
      <div className="wrap gap-8">
        <Button aria-haspopup="dialog" aria-describedby={id} onClick={onPay}>
          {words.collect}
        </Button>
        {phone && (
          <a
            className={buttonClass('secondary')}
            aria-describedby={id}
            href={`tel:${phone.replace(/[^\d+]/g, '')}`}
          >
            {words.call}
          </a>
        )}
        {(address || account.city) && (
          <a
            className={buttonClass('secondary')}
            aria-describedby={id}
            href={wayTo(account)}
            target="_blank"
            rel="noreferrer"
          >
            {words.map}
          </a>
        )}
      </div>
    </li>
  );
}
