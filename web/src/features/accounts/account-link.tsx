import { Link, linkTo } from '../../platform/navigation/index.ts';
import { ScopedLink } from '../../platform/navigation/scoped-link.tsx';

interface AccountLinkProps {
  readonly id: string;
  readonly name: string;
}

/** The name of an account, linked to its details. */
export const AccountLink = ({ id, name }: AccountLinkProps) => (
  <ScopedLink className="reach" {...linkTo('account', id)}>
    {name}
  </ScopedLink>
);

/** The same in the list of accounts itself, which keeps its filters. */
export const ListedAccountLink = ({ id, name }: AccountLinkProps) => (
  <Link
    className="reach"
    to="/admin/users"
    search={(before) => ({ ...before, account: id })}
    state={{ dialog: true }}
    resetScroll={false}
  >
    {name}
  </Link>
);
