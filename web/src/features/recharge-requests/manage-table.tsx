import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import type { RefObject } from 'react';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Money, When } from '../../ui/figures.tsx';
import type { ListPointer } from '../../ui/held-list.ts';
import { AlertIcon } from '../../ui/icons.tsx';
import type { Sorting } from '../../ui/sorted-head.tsx';
import { AccountLink } from '../accounts/account-link.tsx';
import { requesterName } from './filter-requests.ts';
import styles from './manage-table.module.css';
import { RechargeRequestBadge } from './request-badge.tsx';
import type { RequestView } from './request-dialog.tsx';

const words = adminRecharges.manage;

type Open = (request: RechargeRequest, view: RequestView) => void;

const columns = (open: Open): readonly Column<RechargeRequest>[] => [
  { head: words.heads.user, cell: (request) => <Who request={request} />, main: true },
  { head: words.heads.amount, cell: (request) => <Money amount={request.amount} />, end: true },
  { head: words.heads.method, cell: (request) => <MethodAndNote request={request} />, clip: 'small' },
  { head: words.heads.status, cell: (request) => <Status request={request} /> },
  {
    head: words.heads.date,
    cell: (request) => <When at={request.createdAt} />,
    tight: true,
    sort: { by: 'date', first: 'desc' },
  },
  { head: words.heads.actions, cell: (request) => <Actions request={request} open={open} />, actions: true },
];

const Who = ({ request }: { readonly request: RechargeRequest }) => (
  <span className={styles.who}>
    <span className={styles.name} title={requesterName(request)}>
      <AccountLink id={request.userId} name={requesterName(request)} />
    </span>
    <span className={`${styles.dim} ${styles.below}`} title={request.userCompany || request.userEmail}>
      {request.userCompany || request.userEmail}
    </span>
  </span>
);

/** The payment method, and the notes about it. */
function MethodAndNote({ request }: { readonly request: RechargeRequest }) {
  const note = request.rejectionReason || request.resellerNote || request.approvalNote;
  return (
    <span title={note ?? undefined}>
      {request.methodName}
      {note && <span className={styles.dim}> · {note}</span>}
    </span>
  );
}

/** The status, with author and time of the decision below it. */
const Status = ({ request }: { readonly request: RechargeRequest }) => (
  <span className={styles.who}>
    <span>
      <RechargeRequestBadge status={request.status} />
    </span>
    {request.warnings?.some(({ kind }) => kind !== 'amount') && (
      <span className={styles.seen}>
        <AlertIcon size={16} />
        {adminRecharges.reused.mark}
      </span>
    )}
    {request.processedAt && request.processedByName && (
      <>
        <span className={`${styles.dim} ${styles.name}`} title={request.processedByName}>
          {words.decidedBy(request.processedByName)}
        </span>{' '}
        <span className={styles.dim}>
          <When at={request.processedAt} form="in-sentence" />
        </span>
      </>
    )}
  </span>
);

const Actions = ({ request, open }: { readonly request: RechargeRequest; readonly open: Open }) => (
  <div className={`wrap gap-6 ${styles.actions}`}>
    {request.status === 'pending' && (
      <>
        <DecidingButton variant="soft" onClick={() => open(request, 'approve')}>
          {adminRecharges.approve}
        </DecidingButton>
        <DecidingButton variant="quiet" onClick={() => open(request, 'reject')}>
          {adminRecharges.reject}
        </DecidingButton>
      </>
    )}
    <Button variant="quiet" onClick={() => open(request, 'details')}>
      {adminRecharges.details}
    </Button>
  </div>
);

interface ManageTableProps {
  readonly items: readonly RechargeRequest[];
  readonly open: Open;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly sorting: Sorting;
  readonly pointer: ListPointer;
}

/** The filtered requests. */
export const ManageTable = ({ items, open, list, sorting, pointer }: ManageTableProps) => (
  <div ref={list} tabIndex={-1} className={styles.list}>
    <DataTable
      caption={words.title}
      columns={columns(open)}
      rows={items}
      rowKey={(request) => request.id}
      cardsBelow={760}
      sorting={sorting}
      pointer={pointer}
      dense
    />
  </div>
);
