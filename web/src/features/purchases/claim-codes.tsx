import type { Purchase } from '@almas/contract/purchases';
import { claims as words } from '@almas/locale/screens/claims';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { NamedCode } from './named-code.tsx';

const ClaimDialog = lazyDialog(() => import('./claim-dialog.tsx'));

interface ClaimCodesProps {
  readonly purchaseId: string;
  readonly codes: Purchase['codes'];
  readonly opened: boolean;
  readonly setOpened: (opened: boolean) => void;
}

/** What was claimed of a purchase, and a button to claim the rest. Loaded while the switch is on or the form is open. */
export default function ClaimCodes({ purchaseId, codes, opened, setOpened }: ClaimCodesProps) {
  const query = { purchaseId, limit: 200 };
  const { data } = useQuery({ ...apiQuery('claims', 'list', { query }), staleTime: 0 });
  if (!data) return null;
  const claimed = new Set(
    data.items.filter(({ status }) => status !== 'refused').map(({ codeId }) => codeId),
  );
  const left = codes.flatMap(({ id, code }, index) =>
    claimed.has(id) ? [] : [{ id, position: index + 1, code }],
  );
  return (
    <div className="column gap-8">
      {data.items.length > 0 && (
        <ul className="column gap-6">
          {data.items.map(({ id, codeId, code, status, decisionNote }) => (
            <li key={id} className="wrap gap-8" data-testid="code-claim">
              <span>
                <NamedCode {...code} code={codes.find((one) => one.id === codeId)?.code ?? null} />
              </span>
              <StatusBadge tone={status === 'open' ? 'waiting' : status === 'refused' ? 'failed' : 'done'}>
                {words.badges[status]}
              </StatusBadge>
              {decisionNote && (
                <span className="dim" dir="auto">
                  {decisionNote}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <div>
          <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpened(true)}>
            {words.form.open}
          </Button>
        </div>
      )}
      {opened && (
        <ClaimDialog
          purchaseId={purchaseId}
          codes={left}
          of={codes.length}
          onClose={() => setOpened(false)}
        />
      )}
    </div>
  );
}
