import type { User } from '@almas/contract/accounts';
import { limits } from '@almas/contract/limits';
import { personName } from '@almas/contract/person-name';
import { adminUsers as words } from '@almas/locale/screens/admin-users';
import { common } from '@almas/locale/screens/common';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../platform/network/index.ts';
import { PromptDialog } from '../../ui/ask-dialogs.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DecidedNotice } from '../audit-trail/decided-notice.tsx';
import { useDeactivation } from './use-account-actions.ts';

interface DeactivationDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Whether the account is no longer in the state in which the dialog was opened. */
function useDecided(user: User): boolean {
  const now = useQuery({
    ...apiQuery('users', 'get', { params: { id: user.id } }),
    staleTime: 0,
  });
  return now.data !== undefined && now.data.status !== user.status;
}

/**
 * Asks for the optional reason of a deactivation; cancelling writes nothing (AMB-68). A pending account is refused,
 * which is the same operation under another name. After a failure the input stays. When a colleague decides
 * first, the dialog says who did what.
 */
export default function DeactivationDialog({ user, onClose }: DeactivationDialogProps) {
  const { run, busy } = useDeactivation(onClose);
  const decided = useDecided(user);
  const name = personName(user);
  const { title, refuseTitle } = words.deactivation;
  const titleOf = user.status === 'pending' ? refuseTitle(name) : title(name);
  if (decided && !busy)
    return (
      <Dialog
        onClose={onClose}
        title={titleOf}
        size="sm"
        footer={<Button onClick={onClose}>{common.close}</Button>}
      >
        <DecidedNotice subject={{ type: 'user', id: user.id }} />
      </Dialog>
    );
  return (
    <PromptDialog
      draft={`deactivate-${user.id}`}
      onClose={onClose}
      title={titleOf}
      label={words.deactivation.reason}
      hint={words.deactivation.hint}
      maxLength={limits.deactivationReasonLength}
      danger
      busy={busy}
      onSubmit={(reason) => void run(user, reason)}
    />
  );
}
