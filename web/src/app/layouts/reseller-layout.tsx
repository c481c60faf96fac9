import { shell } from '@almas/locale/screens/shell';
import type { ReactNode } from 'react';
import { UnsettledCalls } from '../../features/purchases/unsettled-calls.tsx';
import { CardsIcon, CartIcon, FlameIcon, ListIcon } from '../../ui/icons.tsx';
import { Shell } from './shell.tsx';
import type { NavSection } from './side-nav.tsx';
import { SidebarBalance } from './sidebar-balance.tsx';

const words = shell.reseller;
const sections: readonly NavSection[] = [
  {
    title: words.cards,
    entries: [
      { to: '/catalog', label: words.seeCards, icon: CartIcon },
      { to: '/card-history', label: words.myCards, icon: CardsIcon },
    ],
  },
  { title: words.freeFire, entries: [{ to: '/freefire', label: words.freeFireEntry, icon: FlameIcon }] },
  { title: words.operations, entries: [{ to: '/operations', label: words.operationsEntry, icon: ListIcon }] },
];

export const ResellerLayout = ({ children }: { readonly children: ReactNode }) => (
  <Shell sections={sections} home="/dashboard" railTop={<SidebarBalance />}>
    <UnsettledCalls />
    {children}
  </Shell>
);
