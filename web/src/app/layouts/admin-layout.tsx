import { adminShell as words } from '@almas/locale/screens/admin-shell';
import type { ReactNode } from 'react';
import { journalParameters } from '../../features/audit-trail/journal-filters.ts';
import { SearchOpener } from '../../features/search/search-opener.tsx';
import { useAddressDialog } from '../../platform/navigation/index.ts';
import { useMayOpen } from '../../platform/navigation/page-scopes.ts';
import { useMay } from '../../platform/session/index.ts';
import { BoxIcon, ClockIcon, FlameIcon, ListIcon } from '../../ui/icons.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';
import { HomeIcon, UsersIcon, WalletIcon } from '../../ui/work-icons.tsx';
import { MenuButton } from './menu-button.tsx';
import { Shell } from './shell.tsx';
import type { NavSection } from './side-nav.tsx';

const JournalDialog = lazyDialog(() => import('../../features/audit-trail/journal-dialog.tsx'));

const sections = (openJournal: () => void): readonly NavSection[] => [
  {
    title: words.title,
    entries: [
      { to: '/admin', label: words.dashboard, icon: HomeIcon, exact: true },
      { to: '/admin/users', label: words.users, icon: UsersIcon },
      { to: '/admin/freefire', label: words.freeFire, icon: FlameIcon },
      { to: '/admin/products', label: words.products, icon: BoxIcon },
    ],
  },
  {
    title: words.books,
    entries: [
      { to: '/admin/recharge', also: '/admin/recharges', label: words.recharges, icon: WalletIcon },
      { to: '/admin/transactions', label: words.transactions, icon: ListIcon },
      { open: openJournal, label: words.journal, icon: ClockIcon },
    ],
  },
];

/** Without the pages that an employee may not open, and without a section that has none left. */
function useAllowed(all: readonly NavSection[]): readonly NavSection[] {
  const may = useMay();
  const mayOpen = useMayOpen();
  return all
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => ('open' in entry ? may('reports') : mayOpen(entry.to))),
    }))
    .filter(({ entries }) => entries.length > 0);
}

export function AdminLayout({ children }: { readonly children: ReactNode }) {
  const journal = useAddressDialog('journal', journalParameters);
  const may = useMay();
  return (
    <Shell
      sections={useAllowed(sections(journal.open))}
      home="/admin"
      menu={MenuButton}
      tools={may('owner') && <SearchOpener />}
    >
      {children}
      {journal.opened && may('reports') && <JournalDialog onClose={journal.close} />}
    </Shell>
  );
}
