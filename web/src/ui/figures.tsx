import {
  formatDateTime,
  formatRelative,
  formatRelativeInSentence,
  formatSigned,
} from '@almas/locale/formats';
import { useEffect, useReducer } from 'react';
import { serverNow } from '../lib/server-clock.ts';
import styles from './figures.module.css';

interface MoneyProps {
  /** DA. */
  readonly amount: number;
  /** Changes of a balance have a sign: `+` in green, `-` in the text colour. */
  readonly sign?: '+' | '-';
  readonly size?: 'md' | 'lg' | 'xl';
}

/** An amount in DA, with tabular digits. */
export const Money = ({ amount, sign, size = 'md' }: MoneyProps) => (
  <span className={`${styles.money} ${styles[size]} ${sign === '+' ? styles.credit : ''}`}>
    {formatSigned(sign ?? '', amount)}
  </span>
);

/** The current time by the server's clock; rerenders every minute and when the page becomes visible again. */
export function useNow(): number {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  useEffect(() => {
    const timer = setInterval(look, 60_000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return serverNow();
}

interface WhenProps {
  /** ISO time. */
  readonly at: string;
  /** `in-sentence`: relative, after the first words of a sentence. */
  readonly form?: 'relative' | 'in-sentence' | 'absolute' | 'both';
}

/** A point in time, in the time zone of Algiers; a relative one has the full date as its title. */
export function When({ at, form = 'absolute' }: WhenProps) {
  const now = useNow();
  const absolute = formatDateTime(at);
  const relative = formatRelative(at, now);
  const shown = {
    relative,
    'in-sentence': formatRelativeInSentence(at, now),
    absolute,
    // One of a month ago or more is a date itself.
    both: absolute.startsWith(relative) ? absolute : `${absolute} (${formatRelativeInSentence(at, now)})`,
  }[form];
  return (
    <time dateTime={at} title={absolute} className={styles.when}>
      {shown}
    </time>
  );
}
