import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';

const tones: Readonly<Record<RechargeRequest['status'], Tone>> = {
  pending: 'waiting',
  approved: 'done',
  rejected: 'failed',
  cancelled: 'quiet',
};

export const RechargeRequestBadge = ({ status }: { readonly status: RechargeRequest['status'] }) => (
  <StatusBadge tone={tones[status]}>{rechargeRequests.status[status]}</StatusBadge>
);
