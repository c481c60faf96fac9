import '../../platform/network/later-calls.ts';
import type { StaffMember } from '@almas/contract/staff';
import { staff } from '@almas/locale/screens/staff';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Lead, Row, Stack } from '../../ui/card.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import record from '../../ui/record.module.css';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { MemberForm } from './member-form.tsx';
import { MemberSales } from './member-sales.tsx';

const TillDialog = lazyDialog(() => import('./till-dialog.tsx'));
const words = staff.members;

/** The cashiers of the reseller; each is changed, paused, and shown with what they sold, and the drawer of each is counted. */
export function MemberList() {
  const found = useQuery({ ...apiQuery('staff', 'list'), staleTime: 0 });
  const [isAdding, setIsAdding] = useState(false);
  const close = () => setIsAdding(false);
  return (
    <Stack gap={12}>
      <Lead>{words.text}</Lead>
      <div>
        <Button aria-haspopup="dialog" onClick={() => setIsAdding(true)}>
          {words.add}
        </Button>
      </div>
      {found.data ? (
        <Members items={found.data.items} />
      ) : (
        <Unloaded query={found} text={staff.failed} count={3} height={90} />
      )}
      {isAdding && (
        <Dialog onClose={close} title={words.add} size="sm">
          <MemberForm onDone={close} />
        </Dialog>
      )}
    </Stack>
  );
}

function Members({ items }: { readonly items: readonly StaffMember[] }) {
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title={words.empty} text={words.emptyText} />
      </Card>
    );
  return (
    <ul className="column gap-12">
      {items.map((member) => (
        <Member key={member.id} member={member} />
      ))}
    </ul>
  );
}

function Member({ member }: { readonly member: StaffMember }) {
  const { id, name, isActive, soldToday, dailyCap } = member;
  const [opened, setOpened] = useState<'form' | 'sales' | 'till' | null>(null);
  const close = () => setOpened(null);
  const { run, busy } = useAction(
    (next: boolean) => api.staff.update({ params: { id }, body: { isActive: next } }),
    {
      success: (saved) => [saved.isActive ? words.resumeDone : words.pauseDone],
      failure: words.pauseFailed,
      refreshes: ['staff'],
    },
  );
  const titleId = `cashier-${id}`;
  return (
    <li className={`box column gap-6 anywhere ${record.item}`} data-testid="cashier">
      <div className={record.head}>
        <h3 id={titleId} className={record.name} dir="auto">
          {name}
        </h3>
        {!isActive && <StatusBadge tone="quiet">{words.paused}</StatusBadge>}
      </div>
      <p>{words.sold(soldToday, dailyCap)}</p>
      <Row>
        <DialogButton of={titleId} onClick={() => setOpened('form')}>
          {words.edit}
        </DialogButton>
        <DialogButton of={titleId} onClick={() => setOpened('sales')}>
          {words.sales}
        </DialogButton>
        <DialogButton of={titleId} onClick={() => setOpened('till')}>
          {words.count}
        </DialogButton>
        <DecidingButton
          variant="quiet"
          aria-describedby={titleId}
          subject={String(isActive)}
          busy={busy}
          onClick={() => void run(!isActive)}
        >
          {isActive ? words.pause : words.resume}
        </DecidingButton>
      </Row>
      {opened === 'form' && (
        <Dialog onClose={close} title={words.editTitle(name)} size="sm">
          <MemberForm member={member} onDone={close} />
        </Dialog>
      )}
      {opened === 'sales' && <MemberSales member={member} onClose={close} />}
      {opened === 'till' && <TillDialog member={member} onClose={close} />}
    </li>
  );
}
