import type { User } from '@almas/contract/accounts';
import { adminUsers } from '@almas/locale/screens/admin-users';
import { common } from '@almas/locale/screens/common';
import { WarningList } from '../../ui/warning-list.tsx';
import { AccountLink } from './account-link.tsx';

const words = adminUsers.alike;

/** Other accounts with the same mailbox or phone number, for the administrator who activates this one. */
export function AlikeAccounts({ user: { alike } }: { readonly user: User }) {
  if (!alike) return null;
  const warnings = alike.map(({ id, name, status, mailbox, phone }) => ({
    key: id,
    text: (
      <>
        {mailbox && phone ? words.both : mailbox ? words.mailbox : words.phone}{' '}
        <AccountLink id={id} name={name} /> ({common.accountStatus[status].toLowerCase()})
      </>
    ),
  }));
  return <WarningList label={words.title} warnings={warnings} />;
}
