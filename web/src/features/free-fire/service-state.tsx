import { freeFire as words } from '@almas/locale/screens/free-fire';
import { Notice } from '../../ui/notice.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { ServiceNow } from './use-service.ts';

/** `En ligne` or `Hors ligne`, with the reason in the specification's words. */
export const ServiceBadge = ({ state }: { readonly state: ServiceNow }) => (
  <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
    <StatusBadge tone={state.online ? 'done' : 'waiting'}>
      {state.online ? words.online : words.offline}
    </StatusBadge>
    {state.online && <span>{words.reasons.online}</span>}
  </span>
);

const explanations = {
  disabled: words.disabledText,
  maintenance: words.maintenanceText,
  unknown: words.unknownText,
} as const;

/** Why the service is closed and when it opens again; nothing while it is open. */
export function ServiceBanner({ state }: { readonly state: ServiceNow }) {
  const { reason, service, nextOpening, loading } = state;
  if (reason === 'online' || loading) return null;
  return (
    <Notice tone="waiting" title={words.reasons[reason]}>
      {reason === 'closed' ? (
        service && <p>{words.hours(service.startHour, service.endHour, service.workingDays)}</p>
      ) : (
        <p>{explanations[reason]}</p>
      )}
      {nextOpening !== null && (
        <p>
          <strong>{words.nextOpening(nextOpening)}</strong>
        </p>
      )}
    </Notice>
  );
}
