import { algiersDay, dayMilliseconds } from '@almas/contract/algiers';
import { formatAmount } from '@almas/locale/formats';
import { bank } from '@almas/locale/screens/bank';
import { credit } from '@almas/locale/screens/credit';
import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../lib/server-clock.ts';
import { useDialogParameter } from '../../platform/navigation/index.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { useMay } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Section, Stack, StatCard } from '../../ui/card.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { AgeingBar } from './ageing-bar.tsx';
import styles from './credit.module.css';

const CreditDialog = lazyDialog(() => import('./credit-dialog.tsx'));
const words = credit.panel;

/** The owner's view: what is owed, what is late, what agents hold, what the bank says. */
export default function CreditPanel() {
  const { value, open } = useDialogParameter('credit');
  const may = useMay();
  const hasFigures = may('reports');
  const found = useQuery({ ...apiQuery('credit', 'summary'), staleTime: 0, enabled: hasFigures });
  return (
    <Section title={credit.title}>
      <Stack>
        {!hasFigures ? null : found.data ? (
          <>
            <div className={styles.figures}>
              <StatCard
                label={words.owed}
                value={formatAmount(found.data.debt)}
                note={found.data.accounts > 0 ? words.owedNote(found.data.accounts) : words.nothing}
              />
              <StatCard
                label={credit.overdue}
                value={formatAmount(found.data.overdue)}
                note={found.data.lateAccounts > 0 && words.lateNote(found.data.lateAccounts)}
                tone={found.data.overdue > 0 ? 'waiting' : 'plain'}
              />
              <StatCard
                label={words.held}
                value={formatAmount(found.data.held)}
                note={found.data.unconfirmed > 0 && words.heldNote(found.data.unconfirmed)}
                tone={found.data.unconfirmed > 0 ? 'waiting' : 'plain'}
              />
              <BankCard />
            </div>
            <AgeingBar ageing={found.data.ageing} />
          </>
        ) : (
          <Unloaded query={found} text={credit.failed} count={1} height={96} />
        )}
        <Row>
          {(['round', 'debts', 'cash'] as const).map((tab) => (
            <Button key={tab} variant="secondary" aria-haspopup="dialog" onClick={() => open(tab)}>
              {words[tab]}
            </Button>
          ))}
        </Row>
      </Stack>
      {value !== null && <CreditDialog />}
    </Section>
  );
}

/** What was approved in the last 30 days and never came in, as the statements of the bank say. */
function BankCard() {
  const period = { from: algiersDay(serverNow() - 29 * dayMilliseconds), to: algiersDay(serverNow()) };
  const { data } = useQuery(apiQuery('bank', 'reconciliation', { query: period }));
  if (!data) return null;
  const { count, amount } = data.withoutMoney;
  const agrees = data.days.length > 0 ? words.bankAgrees : bank.gaps.none;
  return (
    <StatCard
      label={words.bank}
      value={formatAmount(amount)}
      note={count > 0 ? words.bankNote(count) : agrees}
      tone={count > 0 ? 'waiting' : 'plain'}
    />
  );
}
