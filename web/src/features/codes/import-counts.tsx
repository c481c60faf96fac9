import { formatCount } from '@almas/locale/formats';
import { codes as words } from '@almas/locale/screens/codes';
import styles from './import-counts.module.css';
import type { ImportList, Preview } from './import-list.ts';
import { KnownCodesList } from './known-codes-list.tsx';
import type { ListCheck } from './use-import.ts';

interface ImportCountsProps {
  readonly list: ImportList;
  readonly preview: Preview | null;
  readonly check: ListCheck;
}

/** What an import would do, before it is confirmed. */
export function ImportCounts({ list, preview, check }: ImportCountsProps) {
  if (!preview || preview.question) return null;
  const counts = check.state === 'done' ? check.counts : null;
  const isNothing = list.codes.length === 0;
  const figures: readonly (readonly [string, number | undefined, string])[] = [
    [words.counts.lines, preview.rows.length, 'plain'],
    [words.counts.fresh, isNothing ? 0 : counts?.fresh, 'done'],
    [words.counts.duplicates, isNothing ? 0 : counts?.duplicates, 'waiting'],
    [words.counts.leftOut, isNothing ? preview.rows.length : list.leftOut + list.read.invalid, 'failed'],
  ];
  return (
    <div className="column gap-6" data-testid="import-counts">
      <dl className={`box ${styles.figures}`} aria-busy={check.state === 'checking'}>
        {figures.map(([label, value, tone]) => (
          <div key={label} data-tone={value ? tone : 'plain'}>
            <dt>{label}</dt>
            <dd>{value === undefined ? '…' : formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      {counts && <KnownCodesList known={counts.known} />}
      <p className={`note ${styles.note}`} role="status">
        {check.state === 'checking' && words.checking}
        {check.state === 'failed' && words.checkFailed}
        {counts && counts.duplicates > 0 && words.countsNote}
      </p>
    </div>
  );
}
