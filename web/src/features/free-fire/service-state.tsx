import { nextOpening } from '@almas/contract/next-opening';
import { comma } from '@almas/locale/formats';
import { freeFire as words } from '@almas/locale/screens/free-fire';
import { Notice } from '../../ui/notice.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import styles from './service-state.module.css';
import type { ServiceNow } from './use-service.ts';

/** `En ligne` or `Hors ligne`; while online also the specification's label, and until when. */
export const ServiceBadge = ({ state }: { readonly state: ServiceNow }) => (
  <span className={styles.state}>
    <StatusBadge tone={state.online ? 'done' : 'waiting'}>
      {state.online ? words.online : words.offline}
    </StatusBadge>
    {state.online && state.service && (
      <span className="dim">
        {/* The badge shows it already. */}
        <span className="visually-hidden">
          {words.reasons.online}
          {comma}
        </span>
        {words.openUntil(state.service.endHour)}
      </span>
    )}
  </span>
);

const explanations = {
  disabled: words.disabledText,
  maintenance: words.maintenanceText,
  unknown: words.unknownText,
} as const;

/** Why the service is closed and when it opens again; absent while it is open. */
export function ServiceBanner({ state }: { readonly state: ServiceNow }) {
  const { reason, service, now, loading } = state;
  if (reason === 'online' || loading) return null;
  const opening = nextOpening(service, now);
  return (
    <Notice tone="waiting" title={words.reasons[reason]}>
      {reason === 'closed' ? (
        service && <p>{words.hours(service.startHour, service.endHour, service.workingDays)}</p>
      ) : (
        <p>{explanations[reason]}</p>
      )}
      {opening !== null && (
        <p>
          <strong>{words.nextOpening(opening)}</strong>
        </p>
      )}
    </Notice>
  );
}
