import {
  formatAmount,
  formatDateTime,
  formatRelative,
  formatRelativeInSentence,
} from '@almas/locale/formats';
import { useEffect, useReducer } from 'react';
import { serverNow } from '../lib/server-clock.ts';
import styles from './figures.module.css';

interface MoneyProps {
  /** DA. */
  readonly amount: number;
  /** Movements carry their sign: `+` in green, `-` plain. */
  readonly sign?: '+' | '-';
  readonly size?: 'md' | 'lg' | 'xl';
}

/** An amount in DA, figures of one width. */
export const Money = ({ amount, sign, size = 'md' }: MoneyProps) => (
  <span className={`${styles.money} ${styles[size]} ${sign === '+' ? styles.credit : ''}`}>
    {`${sign ?? ''}${formatAmount(amount)}`}
  </span>
);

/** This moment by the server's clock; renders again every minute and whenever the page comes back to the front. */
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

/** A moment, in the time of Algiers; a relative one carries the full date as its title. */
export function When({ at, form = 'absolute' }: WhenProps) {
  const now = useNow();
  const absolute = formatDateTime(at);
  const relative = formatRelative(at, now);
  const shown = {
    relative,
    'in-sentence': formatRelativeInSentence(at, now),
    absolute,
    both: `${absolute} (${formatRelativeInSentence(at, now)})`,
  }[form];
  return (
    <time dateTime={at} title={absolute} className={styles.when}>
      {shown}
    </time>
  );
}
