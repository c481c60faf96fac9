import type { FreeFireRequest } from '@almas/contract/free-fire';
import { freeFire } from '@almas/locale/screens/free-fire';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';

const tones: Readonly<Record<FreeFireRequest['status'], Tone>> = {
  pending: 'waiting',
  validated: 'done',
  refused: 'failed',
};

export const RequestBadge = ({ status }: { readonly status: FreeFireRequest['status'] }) => (
  <StatusBadge tone={tones[status]}>{freeFire.requests.status[status]}</StatusBadge>
);
