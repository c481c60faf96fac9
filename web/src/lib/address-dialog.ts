import { useLocation, useRouter } from '@tanstack/react-router';

/**
 * A dialog over a page with an address of its own (`?journal=1`): a link opens it, a reload keeps it. Opening and closing
 * replace the entry of the history, since a dialog has an entry of its own (dialog-history.ts): Back closes it.
 * `within` names what else the dialog keeps in the address, which leaves with it.
 */
export function useAddressDialog(name: 'journal' | 'withheld', within: readonly string[] = []) {
  const router = useRouter();
  const opened = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).has(name) });
  const show = (next: '1' | undefined) => {
    const { pathname, search } = router.history.location;
    const others = [...new URLSearchParams(search)].filter(([key]) => next || !within.includes(key));
    const kept = { ...Object.fromEntries(others), [name]: next };
    void router.navigate({ to: pathname, search: kept, replace: true, resetScroll: false });
  };
  return { opened, open: () => show('1'), close: () => show(undefined) } as const;
}
