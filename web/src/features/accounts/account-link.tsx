import { itemAddresses, linkTo } from '../../lib/address-item.ts';
import { parseSearch } from '../../lib/plain-search.ts';
import { Link, useShownLocation } from '../../lib/router.tsx';

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
export function ListedAccountLink({ id, name }: AccountLinkProps) {
  const search = useShownLocation((location) => location.search);
  return (
    <Link
      className="reach"
      to={itemAddresses.account.path}
      search={{ ...parseSearch(search), [itemAddresses.account.name]: id }}
      replace
      resetScroll={false}
    >
      {name}
    </Link>
  );
}
