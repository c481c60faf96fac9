import { shell } from '@almas/locale/screens/shell';
import { type ReactNode, useEffect } from 'react';
import { BoxIcon, FlameIcon, HomeIcon, UsersIcon } from '../../ui/icons.tsx';
import { keepAdminScreens } from '../admin-screens.ts';
import { Shell } from './shell.tsx';
import type { NavSection } from './side-nav.tsx';

const words = shell.admin;
const sections: readonly NavSection[] = [
  {
    title: words.title,
    entries: [
      { to: '/admin', label: words.dashboard, icon: HomeIcon, exact: true },
      { to: '/admin/users', label: words.users, icon: UsersIcon },
      { to: '/admin/freefire', label: words.freeFire, icon: FlameIcon },
      { to: '/admin/products', label: words.products, icon: BoxIcon },
    ],
  },
];

export function AdminLayout({ children }: { readonly children: ReactNode }) {
  useEffect(keepAdminScreens, []);
  return (
    <Shell sections={sections} home="/admin">
      {children}
    </Shell>
  );
}
