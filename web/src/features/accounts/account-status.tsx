import type { User } from '@almas/contract/accounts';
import { common } from '@almas/locale/screens/common';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';

const tones: Readonly<Record<User['status'], Tone>> = {
  active: 'done',
  pending: 'waiting',
  inactive: 'quiet',
};

/** `Actif`, `En attente`, and `Inactif` for any other status. */
export function AccountStatus({ status }: { readonly status: User['status'] }) {
  const known = Object.hasOwn(tones, status) ? status : 'inactive';
  return <StatusBadge tone={tones[known]}>{common.accountStatus[known]}</StatusBadge>;
}
