import { screens } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { adminDashboard } from '@almas/locale/screens/admin-dashboard';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { Card, Section } from '../../ui/card.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { UserIcon } from '../../ui/icons.tsx';
import { EmptyState, LoadError, SkeletonList } from '../../ui/states.tsx';
import { WalletIcon } from '../../ui/work-icons.tsx';
import { AccountLink } from '../accounts/account-link.tsx';
import { requesterName } from '../recharge-requests/filter-requests.ts';
import { type Activity, mergeActivity } from './merge-activity.ts';
import styles from './recent-activity.module.css';

const words = adminDashboard.activity;
const limit = screens.recentActivity;
const requestsQuery = apiQuery('rechargeRequests', 'list', { query: { limit } });
const resellersQuery = apiQuery('users', 'list', { query: { role: 'reseller', limit } });

/** Recent activity: recharge requests and new resellers. */
export const RecentActivity = () => (
  <Section title={words.title}>
    <Card>
      <Feed />
    </Card>
  </Section>
);

function Feed() {
  const requests = useQuery(requestsQuery);
  const resellers = useQuery(resellersQuery);
  if (requests.data && resellers.data) {
    const items = mergeActivity(requests.data.items, resellers.data.items);
    return items.length > 0 ? <Lines items={items} /> : <EmptyState title={words.empty} />;
  }
  const error = requests.error ?? resellers.error;
  if (!error) return <SkeletonList count={5} height={44} />;
  const again = () => Promise.all([requests.refetch(), resellers.refetch()]);
  return <LoadError error={error} text={words.failed} onRetry={() => void again()} />;
}

const Lines = ({ items }: { readonly items: readonly Activity[] }) => (
  <ol className={`lines ${styles.lines}`} aria-label={words.title}>
    {items.map((item) => (
      <Line key={item.kind + (item.kind === 'request' ? item.request.id : item.user.id)} item={item} />
    ))}
  </ol>
);

function Line({ item }: { readonly item: Activity }) {
  const isRequest = item.kind === 'request';
  const name = isRequest ? requesterName(item.request) : personName(item.user);
  const what = isRequest
    ? words.request(words.requestStatuses[item.request.status])
    : [words.newReseller, item.user.company].filter(Boolean).join(' · ');
  return (
    <li>
      <span className={`center ${styles.icon}`}>
        {isRequest ? <WalletIcon size={18} /> : <UserIcon size={18} />}
      </span>
      <p>
        <strong>
          <AccountLink id={isRequest ? item.request.userId : item.user.id} name={name} />
        </strong>
        <span className="note">{what}</span>
      </p>
      <p className={styles.end}>
        {isRequest && <Money amount={item.request.amount} />}
        <span className="note">
          <When at={item.at} form="relative" />
        </span>
      </p>
    </li>
  );
}
