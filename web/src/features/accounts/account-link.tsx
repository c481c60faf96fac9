import { Link } from '@tanstack/react-router';
import { itemAddresses, linkTo } from '../../lib/address-item.ts';

interface AccountLinkProps {
  readonly id: string;
  readonly name: string;
}

/** The name of an account, leading to its details. */
export const AccountLink = ({ id, name }: AccountLinkProps) => (
  <Link className="reach" {...linkTo('account', id)}>
    {name}
  </Link>
);

/** The same in the list of accounts itself, which keeps its filters. */
export const ListedAccountLink = ({ id, name }: AccountLinkProps) => (
  <Link
    className="reach"
    to={itemAddresses.account.path}
    search={(before) => ({ ...before, [itemAddresses.account.name]: id })}
    replace
    resetScroll={false}
  >
    {name}
  </Link>
);
