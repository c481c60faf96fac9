import { formatAmount } from '@almas/locale/formats';
import { common } from '@almas/locale/screens/common';
import { dashboard as words } from '@almas/locale/screens/dashboard';
import { useQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '../../platform/navigation/index.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { When } from '../../ui/figures.tsx';
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx';
import { Facets } from '../../ui/mark.tsx';
import { lastActivity } from '../accounts/last-activity.ts';
import { LastRequest } from '../recharge-requests/last-request.tsx';
import { RequestsOpener } from '../recharge-requests/requests-opener.tsx';
import styles from './welcome-card.module.css';

/** The name of the reseller and the balance. */
export function WelcomeCard() {
  useDocumentTitle(words.title);
  const me = useMe();
  const newest = useQuery(apiQuery('wallet', 'operations', { query: { limit: 1 } }));
  const { items, adjustments } = newest.data ?? {};
  const { data: today } = useQuery(apiQuery('purchases', 'today'));
  const threshold = useQuery(apiQuery('shop', 'balanceThreshold')).data?.threshold ?? 0;
  const isLow = (me.balance ?? 0) < threshold;
  const activity = lastActivity(
    me.lastPurchase,
    me.lastRecharge,
    items?.[0]?.createdAt,
    adjustments?.[0]?.createdAt,
  );
  return (
    <section className={`column ${styles.card}`}>
      <Facets className={styles.facets} />
      <div className={styles.who}>
        <h1>{words.welcome(me.displayName || me.firstName || me.email)}</h1>
        <p>{me.company}</p>
        <p className={styles.state} data-frozen={me.frozenAt}>
          <CheckIcon size={16} />
          {me.frozenAt ? words.frozen : words.active}
        </p>
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>{words.balance}</dt>
          <dd className={styles.balance} data-testid="dashboard-balance">
            {formatAmount(me.balance ?? 0)}
          </dd>
          {isLow && (
            <dd className={styles.low}>
              <AlertIcon size={16} />
              {words.low(formatAmount(threshold))}
            </dd>
          )}
          <dd className={`wrap ${styles.requests}`}>
            <RequestsOpener className={styles.recharge}>{words.recharge}</RequestsOpener>
            <LastRequest />
          </dd>
        </div>
        <div className={`wrap ${styles.activity}`}>
          <dt>{words.today.label}</dt>
          <dd data-testid="today">
            {!today
              ? common.none
              : today.codes === 0
                ? words.today.none
                : words.today.bought(today.codes, formatAmount(today.paid))}
          </dd>
        </div>
        <div className={`wrap ${styles.activity}`}>
          <dt>{words.lastActivity}</dt>
          <dd>{activity ? <When at={activity} /> : common.none}</dd>
        </div>
      </dl>
    </section>
  );
}
