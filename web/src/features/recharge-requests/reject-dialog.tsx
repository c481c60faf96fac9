import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { adminRecharges as words } from '@almas/locale/screens/admin-recharges';
import { addressOf } from '../../lib/address-item.ts';
import { Stack } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Money } from '../../ui/figures.tsx';
import { RejectForm } from './decision-forms.tsx';
import { requesterName } from './filter-requests.ts';

interface RejectDialogProps {
  readonly opened: boolean;
  readonly request: RechargeRequest;
  readonly decided: boolean;
  readonly onClose: () => void;
}

/** Rejects a request of the queue with a reason, as the list of all requests does. */
export default function RejectDialog({ opened, request, decided, onClose }: RejectDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={words.dialog.reject}
      address={addressOf('rechargeRequest', request.id)}
    >
      <Stack>
        <DescriptionList
          items={[
            [words.dialog.user, requesterName(request)],
            [words.dialog.amount, <Money key="amount" amount={request.amount} />],
          ]}
        />
        <RejectForm request={request} decided={decided} messages={words.pending} onClose={onClose} />
      </Stack>
    </Dialog>
  );
}
