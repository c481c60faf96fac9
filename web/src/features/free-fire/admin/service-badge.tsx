import { adminFreeFire as words } from '@almas/locale/screens/admin-free-fire';
import { When } from '../../../ui/figures.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useService } from '../use-service.ts';

/** What resellers see right now, and when that changes by itself. */
export function AdminServiceBadge() {
  const { reason, online, nextOpening } = useService();
  return (
    <span style={{ display: 'flex', flexWrap: 'wrap', gap: '6px 12px', alignItems: 'center' }} role="status">
      <StatusBadge tone={online ? 'done' : 'waiting'}>{words.reasons[reason]}</StatusBadge>
      {nextOpening !== null && !online && (
        <span>
          {words.nextOpening} <When at={new Date(nextOpening).toISOString()} />
        </span>
      )}
    </span>
  );
}
