import { comma, formatAmount } from '@almas/locale/formats';
import { dashboard } from '@almas/locale/screens/dashboard';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { useNow, When } from '../../ui/figures.tsx';
import styles from './last-request.module.css';
import { RequestsOpener } from './requests-opener.tsx';

const words = dashboard.lastRequest;
/** How long a decision is news. */
const shownMilliseconds = 3 * 86_400_000;

/** The newest recharge request while it waits, and for some days after its decision; a press opens the requests. */
export function LastRequest() {
  const now = useNow();
  const { data } = useQuery(apiQuery('rechargeRequests', 'list', { query: { limit: 1 } }));
  const request = data?.items[0];
  if (!request || request.status === 'cancelled') return null;
  const at = request.processedAt ?? request.createdAt;
  if (request.status !== 'pending' && now - Date.parse(at) > shownMilliseconds) return null;
  return (
    <RequestsOpener className={`${styles.request} ${styles[request.status]}`}>
      <span className="visually-hidden">{words.label}</span>
      <span className={styles.amount}>{formatAmount(request.amount)}</span>
      <span className={styles.state}>
        {words.states[request.status]}
        {comma}
        <When at={at} form="in-sentence" />
      </span>
    </RequestsOpener>
  );
}
