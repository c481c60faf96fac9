import type { User } from '@almas/contract/accounts';
import type { Screen } from '../lib/navigation.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

/** The guards and the layout of each role's pages. */
export const areas: Readonly<Record<User['role'], Screen>> = {
  reseller: lazyPart(() => import('./reseller-area.tsx')),
  admin: lazyPart(() => import('./admin-area.tsx')),
};
