import { personName } from '@almas/contract/person-name';
import { credit } from '@almas/locale/screens/credit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Row, Section, Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/figures.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { Notice } from '../../ui/notice.tsx';
import record from '../../ui/record.module.css';
import { DebtEntries } from './debt-entries.tsx';

const AdvanceDialog = lazyDialog(() => import('./advance-dialog.tsx'));
const words = credit.mine;

/** A reseller's own debt, and an advance within the limit; nothing without terms. */
export default function MyCredit() {
  const me = useMe();
  const { data } = useQuery({ ...apiQuery('credit', 'mine'), staleTime: 0 });
  const [opened, setOpened] = useState<'advance' | 'history' | null>(null);
  if (!data?.terms) return null;
  const { terms, debt, dueOn, overdue, available } = data;
  return (
    <Section title={words.title}>
      <Card>
        <Stack gap={12}>
          <div className={record.head}>
            <p>{debt > 0 ? credit.debt : words.noDebt}</p>
            {debt > 0 && <Money amount={debt} size="lg" />}
          </div>
          {overdue > 0 ? (
            <Notice tone="failed" title={words.late(overdue)} />
          ) : (
            dueOn && <p>{words.due(dueOn)}</p>
          )}
          {terms.suspended && <Notice tone="failed" title={words.suspended} />}
          {available > 0 && <p className="dim">{words.available(available)}</p>}
          <Row>
            {available > 0 && (
              <Button aria-haspopup="dialog" onClick={() => setOpened('advance')}>
                {words.take}
              </Button>
            )}
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpened('history')}>
              {words.history}
            </Button>
          </Row>
        </Stack>
      </Card>
      {opened === 'advance' && <AdvanceDialog available={available} onClose={() => setOpened(null)} />}
      {opened === 'history' && (
        <Dialog onClose={() => setOpened(null)} title={words.history}>
          <DebtEntries userId={me.id} userName={personName(me)} company={me.company ?? ''} />
        </Dialog>
      )}
    </Section>
  );
}
