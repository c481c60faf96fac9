import { actionText } from '@almas/locale/audit-figures';
import { comma } from '@almas/locale/formats';
import { auditTrail as words } from '@almas/locale/screens/audit-trail';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { When } from '../../ui/figures.tsx';

export interface DecidedSubject {
  readonly type: 'recharge-request' | 'free-fire-request' | 'claim' | 'user';
  readonly id: string;
}

/** The newest decision about an account or request, from the audit trail. */
function useDecision({ type, id }: DecidedSubject) {
  const trail = useQuery({
    ...apiQuery('auditTrail', 'list', { query: { subjectId: id, limit: 20 } }),
    staleTime: 0,
  });
  // Requests of both kinds have numbers: the type distinguishes them.
  return trail.data?.items.find(({ subjectType }) => subjectType === type);
}

/** Who decided what and when, for a row or a dialog whose subject another administrator has just decided. */
export function DecisionOutcome({ subject }: { readonly subject: DecidedSubject }) {
  const entry = useDecision(subject);
  if (!entry) return words.decided;
  const name = actionText(entry.action, entry.before) ?? words.decided;
  return (
    <>
      {`${name} ${words.by(entry.actorName)}${comma}`}
      <When at={entry.createdAt} form="in-sentence" />
    </>
  );
}
