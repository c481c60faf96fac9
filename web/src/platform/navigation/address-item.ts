import { linkOptions } from '@tanstack/react-router';
import { useDialogParameter } from './address-dialog.ts';

/** The screen of each kind of item, and the search parameter that names one of them. */
const itemAddresses = {
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
  return linkOptions({ to: path, search: { [name]: id } });
};

/** The address of an item, to be shared. */
export const addressOf = (kind: ItemKind, id: string): string => {
  const { path, name } = itemAddresses[kind];
  return `${window.location.origin}${path}?${new URLSearchParams({ [name]: id })}`;
};

/** The details of an item above its screen, named in the address: a link opens them, a reload keeps them, Back closes them. */
export function useAddressItem(kind: ItemKind) {
  const { value, open, close } = useDialogParameter(itemAddresses[kind].name);
  return { id: value || null, open, close } as const;
}
