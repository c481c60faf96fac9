import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PendingList } from '../../features/recharge-requests/pending-list.tsx';
import { apiPages } from '../../lib/queries.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { BackIcon } from '../../ui/icons.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedList } from '../../ui/paged-list.tsx';

const words = adminRecharges.pending;

/** Pending requests only, to approve or reject (AMB-20); where the dashboard's `Voir tout` leads. */
export default function AdminRechargesPage() {
  const list = useInfiniteQuery(apiPages('rechargeRequests', 'list', { query: { status: 'pending' } }));
  return (
    <Stack gap={20}>
      <PageHeader
        title={words.title}
        text={words.text}
        back={
          <Link to="/admin">
            <BackIcon size={18} />
            {words.toDashboard}
          </Link>
        }
        actions={
          <Link to="/admin/recharge" className={buttonClass('secondary')}>
            {words.toAll}
          </Link>
        }
      />
      <PagedList
        list={list}
        empty={{ title: words.empty, text: words.emptyText }}
        failed={adminRecharges.failed}
      >
        {(items) => (
          <Card flush>
            <PendingList items={items} />
          </Card>
        )}
      </PagedList>
    </Stack>
  );
}
