import { rechargeRequests as words } from '@almas/locale/screens/recharge-requests';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useMe } from '../../platform/session/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/figures.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { WalletIcon } from '../../ui/work-icons.tsx';
import { BalanceThresholdForm } from '../shop/balance-threshold-form.tsx';
import { ownRequests } from './own-requests.ts';
import { RechargeRequestForm } from './request-form.tsx';
import { RechargeRequestLine } from './request-line.tsx';
import styles from './requests-dialog.module.css';

interface RequestsDialogProps {
  readonly onClose: () => void;
}

/** The dialog returns the focus to the button that has opened it, unless that has left the screen meanwhile: then to the page. */
function focusPage() {
  if (document.activeElement === document.body)
    document.getElementById('contenu')?.focus({ preventScroll: true });
}

/** A reseller's recharge requests: create, follow, cancel (AMB-01). */
export default function RequestsDialog({ onClose }: RequestsDialogProps) {
  useEffect(() => () => void setTimeout(focusPage), []);
  return (
    <Dialog onClose={onClose} title={words.title} size="lg">
      <p className={`dim wrap spread ${styles.balance}`}>
        {words.balance}
        <Money amount={useMe().balance ?? 0} size="lg" />
      </p>
      <div className={`column ${styles.columns}`}>
        <section className={`column ${styles.section}`}>
          <h3>{words.form.title}</h3>
          <RechargeRequestForm />
        </section>
        <section className={`column ${styles.section}`}>
          <h3>{words.list.title}</h3>
          <OwnRequests />
        </section>
        <section className={`column ${styles.section}`}>
          <h3>{words.threshold.title}</h3>
          <BalanceThresholdForm />
        </section>
      </div>
    </Dialog>
  );
}

function OwnRequests() {
  const list = useQuery(ownRequests);
  if (list.data && list.data.items.length === 0)
    return (
      <EmptyState icon={<WalletIcon size={26} />} title={words.list.empty} text={words.list.emptyText} />
    );
  if (list.data)
    return (
      <ul className="lines box" aria-label={words.list.title}>
        {list.data.items.map((request) => (
          <RechargeRequestLine key={request.id} request={request} />
        ))}
      </ul>
    );
  return <Unloaded query={list} text={words.list.loadFailed} count={3} height={64} />;
}
