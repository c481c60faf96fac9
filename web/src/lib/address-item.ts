import { parseSearch } from './plain-search.ts';
import { useLocation, useNavigation } from './router.tsx';

/** The screen of each kind of item, and the search parameter that names one of them. */
export const itemAddresses = {
  account: { path: '/admin/users', name: 'account' },
  rechargeRequest: { path: '/admin/recharge', name: 'request' },
  freeFireRequest: { path: '/admin/freefire', name: 'request' },
  transaction: { path: '/admin/transactions', name: 'transaction' },
  product: { path: '/admin/products', name: 'product' },
} as const;
export type ItemKind = keyof typeof itemAddresses;

/** For `<Link {...linkTo('account', id)}>`. */
export const linkTo = (kind: ItemKind, id: string) => {
  const { path, name } = itemAddresses[kind];
  return { to: path, search: { [name]: id } };
};

/** The address of an item, to be shared. */
export const addressOf = (kind: ItemKind, id: string): string => {
  const { path, name } = itemAddresses[kind];
  return `${window.location.origin}${path}?${new URLSearchParams({ [name]: id })}`;
};

/**
 * What is open above a screen, named in its address: a link opens it, a reload keeps it. Opening and closing replace the
 * entry of the history, since a dialog has an entry of its own (dialog-history.ts): Back closes it.
 */
export function useAddressItem(kind: ItemKind) {
  const { path, name } = itemAddresses[kind];
  const navigation = useNavigation();
  const id = useLocation(({ pathname, search }) =>
    pathname === path ? new URLSearchParams(search).get(name) || null : null,
  );
  const show = (next: string | undefined) => {
    const { pathname, search } = navigation.history.location;
    if (pathname !== path) return;
    navigation.changeSearch({ ...parseSearch(search), [name]: next }, true);
  };
  return { id, open: (next: string) => show(next), close: () => show(undefined) } as const;
}
