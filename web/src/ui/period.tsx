import { algiersClock, dayMilliseconds } from '@almas/contract/algiers';
import { formatDate } from '@almas/locale/formats';
import { lists } from '@almas/locale/screens/lists';
import { serverNow } from '../lib/server-clock.ts';
import { TextField } from './field.tsx';
import styles from './period.module.css';
import { Segmented } from './segmented.tsx';

/** Days of Algiers, `YYYY-MM-DD`, both included; '' for none. */
export interface DayPeriod {
  readonly from: string;
  readonly to: string;
}

interface PeriodProps {
  readonly value: DayPeriod;
  readonly onChange: (value: Partial<DayPeriod>) => void;
}

const words = lists.period;
const dayOf = (moment: number): string => algiersClock(moment).toISOString().slice(0, 10);

/** The usual periods, each up to today. */
function usualPeriods(now: number): Readonly<Record<keyof typeof words.usual, DayPeriod>> {
  const today = dayOf(now);
  return {
    all: { from: '', to: '' },
    today: { from: today, to: today },
    week: { from: dayOf(now - 6 * dayMilliseconds), to: today },
    month: { from: `${today.slice(0, 7)}-01`, to: today },
  };
}

/** Filters a list by days: the usual periods in one press, other days by their dates, the chosen ones in words. */
export function Period({ value: { from, to }, onChange }: PeriodProps) {
  const usual = usualPeriods(serverNow());
  const names = Object.keys(usual) as (keyof typeof usual)[];
  const chosen = names.find((name) => usual[name].from === from && usual[name].to === to);
  return (
    <div className={styles.period}>
      <Segmented
        label={words.label}
        labelled
        value={chosen ?? ''}
        options={names.map((name) => ({ value: name as string, label: words.usual[name] }))}
        onChange={(name) => onChange(usual[name as keyof typeof usual])}
      />
      <div className={styles.days}>
        <TextField
          label={words.from}
          type="date"
          max={to}
          value={from}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
        <TextField
          label={words.to}
          type="date"
          min={from}
          value={to}
          onChange={(event) => onChange({ to: event.currentTarget.value })}
        />
      </div>
      {(from !== '' || to !== '') && (
        <p className={`dim ${styles.chosen}`}>{words.chosen(written(from), written(to))}</p>
      )}
    </div>
  );
}

/** Browsers show a date field in the order of their own language. */
const written = (day: string): string => (day === '' ? '' : formatDate(`${day}T12:00:00Z`));
