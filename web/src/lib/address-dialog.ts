import { useLocation, useRouter } from '@tanstack/react-router';

/**
 * A dialog over a page with an address of its own (`?journal=1`): a link opens it, a reload keeps it. Opening and closing
 * replace the entry of the history, since a dialog has an entry of its own (dialog-history.ts): Back closes it.
 */
export function useAddressDialog(name: 'journal' | 'withheld') {
  const router = useRouter();
  const opened = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).has(name) });
  const show = (next: '1' | undefined) => {
    const { pathname, search } = router.history.location;
    const kept = { ...Object.fromEntries(new URLSearchParams(search)), [name]: next };
    void router.navigate({ to: pathname, search: kept, replace: true, resetScroll: false });
  };
  return { opened, open: () => show('1'), close: () => show(undefined) } as const;
}
