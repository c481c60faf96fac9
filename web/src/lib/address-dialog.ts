import { useLocation, useNavigation } from './router.tsx';

/**
 * A dialog over a page with an address of its own (`?journal=1`): a link opens it, a reload keeps it. Opening and closing
 * replace the entry of the history, since a dialog has an entry of its own (dialog-history.ts): Back closes it.
 * `within` names what else the dialog keeps in the address, which leaves with it.
 */
export function useAddressDialog(name: 'journal' | 'withheld', within: readonly string[] = []) {
  const navigation = useNavigation();
  const opened = useLocation(({ search }) => new URLSearchParams(search).has(name));
  const show = (next: '1' | undefined) => {
    const { search } = navigation.history.location;
    const others = [...new URLSearchParams(search)].filter(([key]) => next || !within.includes(key));
    navigation.changeSearch({ ...Object.fromEntries(others), [name]: next }, true);
  };
  return { opened, open: () => show('1'), close: () => show(undefined) } as const;
}
