import { team } from '@almas/locale/screens/team';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { Section } from '../../ui/card.tsx';
import { useKeptRows } from '../../ui/use-kept-rows.ts';
import { Proposals } from './proposal-list.tsx';

/** The credits that wait for a second person, on the dashboard while there are any. */
export default function OpenProposals() {
  const { data } = useQuery({
    ...apiQuery('wallet', 'proposals', { query: { state: 'open' } }),
    staleTime: 0,
  });
  const kept = useKeptRows(data?.items ?? [], { complete: data?.nextCursor === null });
  if (kept.rows.length === 0) return null;
  return (
    <Section title={team.proposals.title}>
      <Proposals {...kept} />
    </Section>
  );
}
