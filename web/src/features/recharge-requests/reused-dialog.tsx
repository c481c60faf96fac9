import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { common } from '@almas/locale/screens/common';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { requesterName } from './filter-requests.ts';
import { RechargeRequestBadge } from './request-badge.tsx';
import { ReceiptPhoto } from './request-evidence.tsx';
import styles from './reused-dialog.module.css';

const words = adminRecharges.reused;

interface ReusedDialogProps {
  /** The request that is approved. */
  readonly requestId: string;
  /** The request that was credited for the same receipt or reference. */
  readonly creditedId: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Before a receipt or a reference is credited again: the request beside the approved one that has it too. */
export default function ReusedDialog({ requestId, creditedId, busy, onConfirm, onClose }: ReusedDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={words.title}
      size="lg"
      locked={busy}
      footer={
        <>
          <Button variant="secondary" disabled={busy} data-autofocus onClick={onClose}>
            {common.cancel}
          </Button>
          <DecidingButton variant="danger" busy={busy} onClick={onConfirm}>
            {words.confirm}
          </DecidingButton>
        </>
      }
    >
      <Stack>
        <p>{words.text}</p>
        <div className={styles.both}>
          <Shown title={words.asked(requestId)} request={useRequest(requestId)} />
          <Shown title={words.credited(creditedId)} request={useRequest(creditedId)} />
        </div>
      </Stack>
    </Dialog>
  );
}

const useRequest = (id: string) => useQuery(apiQuery('rechargeRequests', 'get', { params: { id } }));

interface ShownProps {
  readonly title: string;
  readonly request: ReturnType<typeof useRequest>;
}

function Shown({ title, request }: ShownProps) {
  return (
    <section className={styles.one} aria-label={title}>
      <h3>{title}</h3>
      {request.data ? (
        <>
          <ReceiptPhoto request={request.data} />
          <DescriptionList items={factsOf(request.data)} />
        </>
      ) : (
        <Unloaded query={request} count={4} height={44} />
      )}
    </section>
  );
}

const { dialog, evidence } = adminRecharges;

const factsOf = (request: RechargeRequest) => [
  [dialog.user, requesterName(request)] as const,
  [dialog.amount, <Money key="amount" amount={request.amount} />] as const,
  [dialog.status, <RechargeRequestBadge key="status" status={request.status} />] as const,
  request.reference ? ([evidence.reference, request.reference] as const) : null,
  [dialog.createdAt, <When key="created" at={request.createdAt} form="both" />] as const,
  request.processedAt
    ? ([dialog.processedAt, <When key="processed" at={request.processedAt} form="both" />] as const)
    : null,
  request.processedByName ? ([dialog.processedBy, request.processedByName] as const) : null,
];
