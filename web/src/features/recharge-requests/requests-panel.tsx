import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { useQuery } from '@tanstack/react-query';
import { buttonClass } from '../../ui/button.tsx';
import { Card, Section } from '../../ui/card.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { ownRequests } from './own-requests.ts';
import { RechargeRequestBadge } from './request-badge.tsx';
import { RequestsOpener } from './requests-opener.tsx';
import styles from './requests-panel.module.css';

const words = rechargeRequests;
const shownHere = 3;

/** The newest requests and a button for the dialog with all of them (AMB-01). */
export const RequestsPanel = () => (
  <Section title={words.title}>
    <Card>
      <div className="column gap-14">
        <p className={`dim ${styles.text}`}>{words.panel.text}</p>
        <Newest />
        <RequestsOpener className={buttonClass('secondary', true)}>{words.panel.open}</RequestsOpener>
      </div>
    </Card>
  </Section>
);

function Newest() {
  const found = useQuery(ownRequests);
  if (!found.data) return <Unloaded query={found} text={words.list.loadFailed} count={2} height={44} />;
  if (found.data.items.length === 0) return <p className={`dim ${styles.none}`}>{words.panel.empty}</p>;
  return (
    <ul className={styles.list}>
      {found.data.items.slice(0, shownHere).map((request) => (
        <li key={request.id}>
          <span>
            <Money amount={request.amount} />
            <span className={`dim ${styles.detail}`}>
              <Dotted
                parts={[request.methodName, <When key="at" at={request.createdAt} form="relative" />]}
              />
            </span>
          </span>
          <RechargeRequestBadge status={request.status} />
        </li>
      ))}
    </ul>
  );
}
