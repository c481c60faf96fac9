import type { RouterHistory } from '@tanstack/react-router';
import { type PlainSearch, parseSearch, stringifySearch } from './plain-search.ts';
import { useRouter, useSearch } from './router.tsx';

/**
 * The dialogs that a user comes back to or shares are parameters of the address. Opening one adds an entry to the history, so that Back
 * closes it; closing it goes back to the entry before. One that a link from elsewhere has opened leaves the address in place.
 */
const dialogParameters = [
  'account',
  'request',
  'transaction',
  'product',
  'purchase',
  'journal',
  'withheld',
  'stock',
  'credit',
  'owner',
  'claims',
  'orders',
] as const;
export type DialogParameter = (typeof dialogParameters)[number];

/** Whether an address opens a dialog that another one does not. */
export const opensOtherDialog = (search: PlainSearch, other: PlainSearch): boolean =>
  dialogParameters.some((name) => search[name] !== undefined && search[name] !== other[name]);

/** Before the first page: Back closes a dialog that the address of a link or a bookmark opens, instead of leaving the application. */
export function addDialogEntry(history: RouterHistory): void {
  const { href, pathname, search, hash, state } = history.location;
  const given = parseSearch(search);
  const page = Object.fromEntries(Object.entries(given).filter(([name]) => !isDialogParameter(name)));
  if (state.dialog || stringifySearch(page) === stringifySearch(given)) return;
  history.replace(pathname + stringifySearch(page) + hash, state);
  // Both writes would become one.
  history.flush();
  history.push(href, { dialog: true });
}

const isDialogParameter = (name: string) => dialogParameters.some((other) => other === name);

/** The entry of the history that is being left: a second press on the cross must not leave the page as well. */
let leftKey: string | undefined;

/** A dialog with a parameter of its own. `within` names what else it keeps in the address, which leaves with it. */
export function useDialogParameter(name: DialogParameter, within: readonly string[] = []) {
  const router = useRouter();
  const value = useSearch({ strict: false, select: (search) => (search as PlainSearch)[name] ?? null });
  const open = (next: string) => {
    const { search, state } = router.latestLocation;
    const isOpen = (search as PlainSearch)[name] !== undefined;
    void router.navigate({
      to: '.',
      search: { ...search, [name]: next },
      state: isOpen ? state : { dialog: true },
      replace: isOpen,
      resetScroll: false,
    });
  };
  const close = () => {
    const { search, state } = router.latestLocation;
    if ((search as PlainSearch)[name] === undefined) return;
    if (state.dialog) {
      if (leftKey !== state.__TSR_key) router.history.back({ ignoreBlocker: true });
      leftKey = state.__TSR_key;
      return;
    }
    const left = Object.entries(search).filter(([key]) => key !== name && !within.includes(key));
    void router.navigate({
      to: '.',
      search: Object.fromEntries(left),
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    });
  };
  return { value, open, close } as const;
}

/** A dialog without a subject (`?journal=1`): a link opens it, a reload keeps it. */
export function useAddressDialog(name: 'journal' | 'withheld', within: readonly string[] = []) {
  const { value, open, close } = useDialogParameter(name, within);
  return { opened: value !== null, open: () => open('1'), close } as const;
}
