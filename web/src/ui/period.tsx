import { algiersDay, dayMilliseconds } from '@almas/contract/algiers';
import { formatDate } from '@almas/locale/formats';
import { lists } from '@almas/locale/screens/lists';
import { useEffect, useRef, useState } from 'react';
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
/** Before it there was no business. */
const firstDay = '2000-01-01';
/** The usual periods, each up to today. */
function usualPeriods(now: number): Readonly<Record<keyof typeof words.usual, DayPeriod>> {
  const today = algiersDay(now);
  return {
    all: { from: '', to: '' },
    today: { from: today, to: today },
    week: { from: algiersDay(now - 6 * dayMilliseconds), to: today },
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
        <DayField label={words.from} max={to} value={from} onChange={(day) => onChange({ from: day })} />
        <DayField label={words.to} min={from} value={to} onChange={(day) => onChange({ to: day })} />
      </div>
      {(from !== '' || to !== '') && (
        <p className={`dim ${styles.chosen}`}>{words.chosen(written(from), written(to))}</p>
      )}
    </div>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly min?: string;
  readonly max?: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}

/**
 * A field for a day of Algiers, '' for none. While a year is typed it has a day of the year 2, 20 and 202, and while a part is missing
 * none: these are no choices.
 */
export function DayField({ value, onChange, ...field }: DayFieldProps) {
  const [typed, setTyped] = useState(value);
  const given = useRef(value);
  useEffect(() => {
    // What was typed comes back as the value, perhaps after more was typed.
    if (value === given.current) return;
    given.current = value;
    setTyped(value);
  }, [value]);
  return (
    <TextField
      {...field}
      type="date"
      value={typed}
      onChange={({ currentTarget: { value: day, validity } }) => {
        setTyped(day);
        if (day === '' ? validity.badInput : day < firstDay) return;
        given.current = day;
        onChange(day);
      }}
    />
  );
}

/** Browsers show a date field in the order of their own language. */
const written = (day: string): string => (day === '' ? '' : formatDate(day));
