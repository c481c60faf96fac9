import type { User } from '@almas/contract/accounts';
import { brakes } from '@almas/locale/screens/brakes';
import { common } from '@almas/locale/screens/common';
import { StatusBadge } from '../../ui/status-badge.tsx';

const tones = { active: 'done', pending: 'waiting', inactive: 'quiet' } as const;

/** `Actif`, or `Gelé` while it is frozen; `En attente`, otherwise `Inactif`. */
export function AccountBadge({ user: { status, frozenAt } }: { readonly user: User }) {
  const known = Object.hasOwn(tones, status) ? status : 'inactive';
  if (known === 'active' && frozenAt) return <StatusBadge tone="waiting">{brakes.badge}</StatusBadge>;
  return <StatusBadge tone={tones[known]}>{common.accountStatus[known]}</StatusBadge>;
}
