import type { User } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { Dialog } from '../../ui/dialog.tsx';
import { RechargeForm } from './recharge-form.tsx';

const words = adminRecharges.recharge;

interface RechargeDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Credits one reseller from the list of accounts. */
export default function RechargeDialog({ user, onClose }: RechargeDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.title(personName(user))} size="sm">
      <RechargeForm
        user={user}
        draft={`recharge-${user.id}`}
        noteLabel={words.reason}
        wholeNumbers
        onDone={onClose}
        onCancel={onClose}
      />
    </Dialog>
  );
}
