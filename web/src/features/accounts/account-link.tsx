import { Link, linkTo } from '../../platform/navigation/index.ts';

interface AccountLinkProps {
  readonly id: string;
  readonly name: string;
}

/** The name of an account, linked to its details. */
export const AccountLink = ({ id, name }: AccountLinkProps) => (
  <Link className="reach" {...linkTo('account', id)}>
    {name}
  </Link>
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
