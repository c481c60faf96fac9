import { formatCount } from '@almas/locale/formats';
import { codes as words } from '@almas/locale/screens/codes';
import styles from './import-counts.module.css';
import { KnownCodesList } from './known-codes-list.tsx';
import type { ListCheck } from './use-import.ts';

interface ImportCountsProps {
  readonly lines: number;
  readonly check: ListCheck;
}

/** The preview of an import, before it is confirmed. */
export function ImportCounts({ lines, check }: ImportCountsProps) {
  if (lines === 0) return null;
  const counts = check.state === 'done' ? check.counts : null;
  const figures: readonly (readonly [string, number | undefined, string])[] = [
    [words.counts.lines, lines, 'plain'],
    [words.counts.fresh, counts?.fresh, 'done'],
    [words.counts.duplicates, counts?.duplicates, 'waiting'],
    [words.counts.invalid, counts?.invalid, 'failed'],
  ];
  return (
    <div className={styles.counts} data-testid="import-counts">
      <dl className={styles.figures} aria-busy={check.state === 'checking'}>
        {figures.map(([label, value, tone]) => (
          <div key={label} data-tone={value ? tone : 'plain'}>
            <dt>{label}</dt>
            <dd>{value === undefined ? '…' : formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      {counts && <KnownCodesList known={counts.known} />}
      <p className={styles.note} role="status">
        {check.state === 'checking' && words.checking}
        {check.state === 'failed' && words.checkFailed}
        {counts && counts.duplicates + counts.invalid > 0 && words.countsNote}
      </p>
    </div>
  );
}
