import type { User } from '@almas/contract/accounts';
import type { CreditAccount } from '@almas/contract/credit';
import { personName } from '@almas/contract/person-name';
import { formatDate } from '@almas/locale/formats';
import { credit } from '@almas/locale/screens/credit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { useMay } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/figures.tsx';
import record from '../../ui/record.module.css';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { AgeingBar } from './ageing-bar.tsx';
import styles from './credit.module.css';
import { GiveAdvanceForm, TermsForm, WriteOffForm } from './credit-forms.tsx';
import { DebtEntries } from './debt-entries.tsx';
import PaymentDialog from './payment-dialog.tsx';

const words = credit.account;

/** Terms, debt and movements of one reseller, with what an administrator does about them. */
export default function AccountCredit({
  user,
}: {
  readonly user: Pick<User, 'id' | 'company'> & Parameters<typeof personName>[0];
}) {
  const found = useQuery({ ...apiQuery('credit', 'account', { params: { id: user.id } }), staleTime: 0 });
  // What was read stays when the next read fails: a receipt may be open.
  if (found.data) return <Account user={user} account={found.data} />;
  return <Unloaded query={found} text={credit.failed} count={3} height={60} />;
}

interface AccountProps {
  readonly user: Parameters<typeof AccountCredit>[0]['user'];
  readonly account: CreditAccount;
}

function Account({ user, account }: AccountProps) {
  const [opened, setOpened] = useState<'terms' | 'advance' | 'payment' | 'loss' | null>(null);
  const close = () => setOpened(null);
  const may = useMay();
  const { terms, debt, overdue, available, ageing } = account;
  const name = personName(user);
  return (
    <Stack>
      {terms ? (
        <Facts account={account} terms={terms} />
      ) : (
        <EmptyState title={words.noTerms} text={may('accounts') ? words.noTermsText : undefined} />
      )}
      <AgeingBar ageing={ageing} />
      <div className="wrap gap-8">
        {may('accounts') && (
          <Button
            variant={terms ? 'secondary' : 'primary'}
            aria-haspopup="dialog"
            onClick={() => setOpened('terms')}
          >
            {words.setTerms}
          </Button>
        )}
        {may('accounts') && available > 0 && (
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpened('advance')}>
            {words.advance}
          </Button>
        )}
        {debt > 0 && (
          <Button aria-haspopup="dialog" onClick={() => setOpened('payment')}>
            {words.collect}
          </Button>
        )}
        {may('owner') && debt > 0 && (
          <Button variant="danger" aria-haspopup="dialog" onClick={() => setOpened('loss')}>
            {words.writeOff}
          </Button>
        )}
      </div>
      {terms && (
        <>
          <div className={record.head}>
            <h3 className={styles.name}>{words.entries}</h3>
            <ExportButton list="receivableEntries" filters={{ userId: user.id }} />
          </div>
          <DebtEntries
            userId={user.id}
            userName={name}
            company={user.company}
            canTakeBack={may('accounts')}
          />
        </>
      )}
      {opened === 'terms' && (
        <Dialog onClose={close} title={credit.terms.title} size="sm">
          <TermsForm userId={user.id} terms={terms} onDone={close} />
        </Dialog>
      )}
      {opened === 'advance' && (
        <Dialog onClose={close} title={credit.advance.title} size="sm">
          <GiveAdvanceForm userId={user.id} available={available} onDone={close} />
        </Dialog>
      )}
      {opened === 'payment' && (
        <PaymentDialog
          debtor={{ userId: user.id, userName: name, debt, overdue }}
          inCash={!may('requests')}
          onClose={close}
        />
      )}
      {opened === 'loss' && (
        <Dialog onClose={close} title={credit.writeOff.title} size="sm">
          <WriteOffForm userId={user.id} debt={debt} onDone={close} />
        </Dialog>
      )}
    </Stack>
  );
}

interface FactsProps {
  readonly account: CreditAccount;
  readonly terms: NonNullable<CreditAccount['terms']>;
}

const Facts = ({ account: { debt, dueOn, overdue, available }, terms }: FactsProps) => (
  <DescriptionList
    items={[
      [credit.debt, <Money key="debt" amount={debt} />],
      dueOn ? [credit.dueOn, formatDate(dueOn)] : null,
      overdue > 0 ? [credit.overdue, <Money key="overdue" amount={overdue} />] : null,
      [words.limit, <Money key="limit" amount={terms.limit} />],
      [words.available, <Money key="available" amount={available} />],
      [words.days, words.inDays(terms.days)],
      [
        words.state,
        <StatusBadge key="state" tone={terms.suspended ? 'failed' : 'done'}>
          {terms.suspended ? words.suspended : words.active}
        </StatusBadge>,
      ],
    ]}
  />
);
