import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { useQuery } from '@tanstack/react-query';
import { useAddressItem } from '../../../platform/navigation/index.ts';
import { apiQuery } from '../../../platform/network/index.ts';
import { Card, Section } from '../../../ui/card.tsx';
import { FlameIcon } from '../../../ui/icons.tsx';
import { EmptyState, LoadError, SkeletonList } from '../../../ui/states.tsx';
import { FreeFireRequestLine, RequestLines } from './request-line.tsx';

interface RequestGroupProps {
  readonly query: { readonly status: 'validated' | 'processed'; readonly limit: number };
  readonly words: { readonly title: string; readonly note: string; readonly empty: string };
}

/** The latest requests of one kind, each with its details. */
export function RequestGroup({ query, words }: RequestGroupProps) {
  const list = useQuery(apiQuery('freeFire', 'requests', { query }));
  const { open } = useAddressItem('freeFireRequest');
  const items = list.data?.items ?? [];
  return (
    <Section title={words.title} note={words.note}>
      <Card flush>
        {list.error && !list.data ? (
          <LoadError error={list.error} text={adminFreeFire.loadFailed} onRetry={() => void list.refetch()} />
        ) : list.isPending ? (
          <SkeletonList count={3} height={64} />
        ) : items.length === 0 ? (
          <EmptyState icon={<FlameIcon size={26} />} title={words.empty} />
        ) : (
          <RequestLines label={words.title}>
            {items.map((request) => (
              <FreeFireRequestLine key={request.id} request={request} onOpen={() => open(request.id)} />
            ))}
          </RequestLines>
        )}
      </Card>
    </Section>
  );
}
