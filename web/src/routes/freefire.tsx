import { freeFire as words } from '@almas/locale/screens/free-fire';
import { useQuery } from '@tanstack/react-query';
import { FreeFireRequestForm } from '../features/free-fire/request-form.tsx';
import { LastRequests } from '../features/free-fire/request-list.tsx';
import { ServiceBadge, ServiceBanner } from '../features/free-fire/service-state.tsx';
import { useService } from '../features/free-fire/use-service.ts';
import { apiQuery } from '../platform/network/index.ts';
import { Card, Stack } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { LoadError, Skeleton, SkeletonList } from '../ui/states.tsx';

export default function FreeFirePage() {
  const state = useService();
  const offers = useQuery(apiQuery('freeFire', 'offers'));
  const error = state.error ?? (offers.data ? null : offers.error);
  const retry = () => {
    if (state.error) state.retry();
    if (!offers.data) void offers.refetch();
  };
  return (
    <Stack gap={20}>
      <PageHeader
        title={words.title}
        text={words.text}
        actions={state.loading ? <Skeleton width={150} height={28} /> : <ServiceBadge state={state} />}
      />
      <ServiceBanner state={state} />
      {error ? (
        <Card>
          <LoadError error={error} text={words.loadFailed} onRetry={retry} />
        </Card>
      ) : offers.data && !state.loading ? (
        <FreeFireRequestForm
          offers={offers.data.items}
          online={state.online}
          looksUp={state.service?.playerLookup === true}
        />
      ) : (
        <SkeletonList count={2} height={230} />
      )}
      <LastRequests />
    </Stack>
  );
}
