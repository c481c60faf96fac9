import type { User } from '@almas/contract/accounts';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { useOpenedOnce } from '../../ui/use-opened-once.ts';
import type { UserDialog } from '../accounts/user-actions.tsx';

const dialogs = {
  transactions: lazyDialog(() => import('../wallet/user-transactions-dialog.tsx')),
  details: lazyDialog(() => import('../accounts/user-details-dialog.tsx')),
  recharge: lazyDialog(() => import('../wallet/recharge-dialog.tsx')),
  deactivate: lazyDialog(() => import('../accounts/deactivation-dialog.tsx')),
};

interface UserDialogsProps {
  readonly opened: { readonly dialog: UserDialog; readonly user: User } | null;
  readonly onClose: () => void;
}

/** The dialogs about one account; the code of each comes when it is first opened. */
export const UserDialogs = ({ opened, onClose }: UserDialogsProps) => (
  <>
    {Object.entries(dialogs).map(([name, Dialog]) => (
      <Once
        key={name}
        user={opened?.dialog === name ? opened.user : null}
        Dialog={Dialog}
        onClose={onClose}
      />
    ))}
  </>
);

interface OnceProps {
  readonly user: User | null;
  readonly onClose: () => void;
  readonly Dialog: (typeof dialogs)[UserDialog];
}

function Once({ user, Dialog, onClose }: OnceProps) {
  return useOpenedOnce(user !== null) ? <Dialog user={user} onClose={onClose} /> : null;
}
