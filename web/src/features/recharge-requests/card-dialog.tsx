import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { adminRecharges as words } from '@almas/locale/screens/admin-recharges';
import { addressOf } from '../../lib/address-item.ts';
import { Stack } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DecidedNotice } from '../audit-trail/decided-notice.tsx';
import { BalanceChange } from '../wallet/balance-change.tsx';
import styles from './card-dialog.module.css';
import { ApproveButton, RejectButton } from './decision-buttons.tsx';
import { useRequestActions } from './decision-forms.tsx';
import { requesterName } from './filter-requests.ts';
import { ReceiptPhoto, RequestWarnings } from './request-evidence.tsx';

interface CardDialogProps {
  readonly opened: boolean;
  readonly request: RechargeRequest;
  /** Whether it was decided, here or by a colleague. */
  readonly decided: boolean;
  readonly onClose: () => void;
}

/** Everything that a decision needs, with its two buttons at the bottom; the list behind it stays as it is. */
export default function CardDialog({ opened, request, decided, onClose }: CardDialogProps) {
  const actions = useRequestActions(words.pending, onClose);
  const { busy, question } = actions;
  const { userInfo, warnings, reference } = request;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={words.evidence.title(requesterName(request))}
      address={addressOf('rechargeRequest', request.id)}
      footer={
        decided && !busy ? undefined : (
          <div className={styles.buttons}>
            <RejectButton requestId={request.id} actions={actions} />
            <ApproveButton requestId={request.id} actions={actions} />
          </div>
        )
      }
    >
      <Stack gap={12}>
        {decided && !busy && <DecidedNotice subject={{ type: 'recharge-request', id: request.id }} />}
        {userInfo && userInfo.status !== 'active' && <Notice tone="failed" title={words.inactiveAccount} />}
        {warnings && <RequestWarnings warnings={warnings} />}
        {userInfo && <BalanceChange before={userInfo.balance} added={request.amount} />}
        <ReceiptPhoto request={request} />
        <DescriptionList
          items={[
            [words.dialog.amount, <Money key="amount" amount={request.amount} />],
            [words.dialog.method, request.methodName],
            reference ? [words.evidence.reference, reference] : null,
            request.notes ? [words.dialog.notes, request.notes] : null,
            [words.dialog.createdAt, <When key="created" at={request.createdAt} form="both" />],
          ]}
        />
      </Stack>
      {question}
    </Dialog>
  );
}
