import { shell } from '@almas/locale/screens/shell';
import type { ReactNode } from 'react';
import { BoxIcon, FlameIcon, HomeIcon, UsersIcon } from '../../ui/icons.tsx';
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

export const AdminLayout = ({ children }: { readonly children: ReactNode }) => (
  <Shell sections={sections} home="/admin">
    {children}
  </Shell>
);
