import type { User } from '@almas/contract/accounts';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import type { UserDialog } from '../accounts/user-actions.tsx';

const DetailsDialog = lazyDialog(() => import('../accounts/user-details-dialog.tsx'));
const dialogs = {
  transactions: lazyDialog(() => import('../wallet/user-transactions-dialog.tsx')),
  recharge: lazyDialog(() => import('../wallet/recharge-dialog.tsx')),
  deactivate: lazyDialog(() => import('../accounts/deactivation-dialog.tsx')),
};

interface UserDialogsProps {
  /** The account whose details are open; dialogs opened from there are above them. */
  readonly details: User | null;
  readonly onCloseDetails: () => void;
  readonly opened: { readonly dialog: UserDialog; readonly user: User } | null;
  readonly onOpen: (dialog: UserDialog, user: User) => void;
  readonly onClose: () => void;
}

/** The dialogs about one account; the code of each is loaded when it is first opened. */
export function UserDialogs({ details, onCloseDetails, opened, onOpen, onClose }: UserDialogsProps) {
  const Opened = opened && opened.dialog !== 'details' ? dialogs[opened.dialog] : null;
  return (
    <>
      {details && <DetailsDialog key={details.id} user={details} onClose={onCloseDetails} onOpen={onOpen} />}
      {Opened && opened && <Opened user={opened.user} onClose={onClose} />}
    </>
  );
}
