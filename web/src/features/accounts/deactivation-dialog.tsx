import type { User } from '@almas/contract/accounts';
import { adminUsers as words } from '@almas/locale/screens/admin-users';
import { nameOf } from '../../lib/person-name.ts';
import { PromptDialog } from '../../ui/ask-dialogs.tsx';
import { useLast } from '../../ui/use-last.ts';
import { useDeactivation } from './use-account-actions.ts';

interface DeactivationDialogProps {
  /** null: closed. */
  readonly user: User | null;
  readonly onClose: () => void;
}

/**
 * Asks for the optional reason of a deactivation; cancelling writes nothing (AMB-68). A pending account is refused,
 * which is the same operation under another name (SPEC §4). A failure keeps what was typed.
 */
export default function DeactivationDialog({ user, onClose }: DeactivationDialogProps) {
  const { run, busy } = useDeactivation(onClose);
  const shown = useLast(user);
  const name = shown ? nameOf(shown) : '';
  const { title, refuseTitle } = words.deactivation;
  return (
    <PromptDialog
      opened={user !== null}
      onClose={onClose}
      title={shown?.status === 'pending' ? refuseTitle(name) : title(name)}
      label={words.deactivation.reason}
      hint={words.deactivation.hint}
      danger
      busy={busy}
      onSubmit={(reason) => user && void run(user.id, reason)}
    />
  );
}
