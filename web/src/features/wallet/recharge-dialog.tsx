import type { User } from '@almas/contract/accounts';
import { personName } from '@almas/contract/person-name';
import { adminRecharges } from '@almas/locale/screens/admin-recharges';
import { Dialog } from '../../ui/dialog.tsx';
import { useLast } from '../../ui/use-last.ts';
import { RechargeForm } from './recharge-form.tsx';

const words = adminRecharges.recharge;

interface RechargeDialogProps {
  /** null: closed. */
  readonly user: User | null;
  readonly onClose: () => void;
}

/** Credits one reseller from the list of accounts. */
export default function RechargeDialog({ user, onClose }: RechargeDialogProps) {
  const shown = useLast(user);
  return (
    <Dialog
      opened={user !== null}
      onClose={onClose}
      title={shown ? words.title(personName(shown)) : ''}
      size="sm"
    >
      <RechargeForm
        user={shown}
        draft={`recharge-${shown?.id ?? ''}`}
        noteLabel={words.reason}
        wholeNumbers
        onDone={onClose}
        onCancel={onClose}
      />
    </Dialog>
  );
}
