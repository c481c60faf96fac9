import type { FreeFireService } from '@almas/contract/free-fire';
import { nextOpening } from '@almas/contract/next-opening';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { SelectField } from '../../../ui/field.tsx';
import { When } from '../../../ui/figures.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useService } from '../use-service.ts';
import styles from './service-panel.module.css';
import { useServiceSettings } from './use-service-settings.ts';

const words = adminFreeFire.service;
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: words.hour(hour) }));
/** The days from Saturday on, as weeks start in Algeria; 0 = Sunday. */
const week = [6, 0, 1, 2, 3, 4, 5];

/** Status, maintenance, hours and days; each change is saved immediately. */
export function ServicePanel({ service }: { readonly service: FreeFireService }) {
  const { settings, setSwitch, setHours, toggleDay } = useServiceSettings(service);
  return (
    <Panel title={words.title} summary={<AdminServiceBadge />}>
      <div className={`column ${styles.body}`}>
        <div className="column gap-4">
          <Switch
            label={words.active}
            hint={words.activeNote}
            checked={settings.isActive}
            onChange={(isActive) => setSwitch({ isActive })}
          />
          <Switch
            label={words.maintenance}
            hint={words.maintenanceNote}
            checked={settings.maintenanceMode}
            onChange={(maintenanceMode) => setSwitch({ maintenanceMode })}
          />
        </div>
        <div className={styles.hours}>
          <SelectField
            label={words.startHour}
            hint={words.zone}
            options={hours}
            value={String(settings.startHour)}
            onChange={(event) => setHours({ startHour: Number(event.currentTarget.value) })}
          />
          <SelectField
            label={words.endHour}
            hint={words.latestHour}
            options={hours}
            value={String(settings.endHour)}
            onChange={(event) => setHours({ endHour: Number(event.currentTarget.value) })}
          />
        </div>
        {settings.startHour >= settings.endHour && (
          <Notice tone="failed" title={words.neverOpen} text={words.neverOpenText} />
        )}
        <fieldset className={styles.days}>
          <legend>{words.days}</legend>
          {week.map((day) => (
            <button
              key={day}
              type="button"
              className={`dim ${styles.day}`}
              aria-pressed={settings.workingDays.includes(day)}
              aria-label={words.dayNames[day]}
              onClick={() => toggleDay(day)}
            >
              {words.shortDays[day]}
            </button>
          ))}
        </fieldset>
      </div>
    </Panel>
  );
}

/** What resellers see now, and when it changes automatically. */
function AdminServiceBadge() {
  const { reason, online, service, now } = useService();
  const opening = nextOpening(service, now);
  return (
    <span style={{ display: 'flex', flexWrap: 'wrap', gap: '6px 12px', alignItems: 'center' }} role="status">
      <StatusBadge tone={online ? 'done' : 'waiting'}>{adminFreeFire.reasons[reason]}</StatusBadge>
      {opening !== null && !online && (
        <span>
          {adminFreeFire.nextOpening} <When at={new Date(opening).toISOString()} />
        </span>
      )}
    </span>
  );
}
