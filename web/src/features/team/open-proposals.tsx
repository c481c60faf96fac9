import { team } from '@almas/locale/screens/team';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { Section } from '../../ui/card.tsx';
import { ProposalItem } from './proposal-list.tsx';

/** The credits that wait for a second person, on the dashboard while there are any. */
export default function OpenProposals() {
  const { data } = useQuery({
    ...apiQuery('wallet', 'proposals', { query: { state: 'open' } }),
    staleTime: 0,
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={team.proposals.title}>
      <ul className="column gap-12">
        {data.items.map((proposal) => (
          <ProposalItem key={proposal.id} proposal={proposal} />
        ))}
      </ul>
    </Section>
  );
}
