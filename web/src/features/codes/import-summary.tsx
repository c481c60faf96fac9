import { formatCount } from '@almas/locale/formats';
import { codes as words } from '@almas/locale/screens/codes';
import { IconButton } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import type { ImportResult } from './import-job.ts';
import styles from './import-summary.module.css';
import { KnownCodesList } from './known-codes-list.tsx';

interface ImportSummaryProps {
  readonly result: ImportResult;
  readonly onClose: () => void;
}

/** The result of the last import, shown beside the offer until it is closed. */
export const ImportSummary = ({ result, onClose }: ImportSummaryProps) => (
  <section className={`row ${styles.summary}`} aria-label={words.summary.title} data-testid="import-summary">
    <dl className={`wrap ${styles.figures}`}>
      {(
        [
          [words.summary.imported, result.imported],
          [words.summary.duplicates, result.duplicates],
          [words.summary.invalid, result.invalid],
          [words.summary.stock, result.stock],
        ] as const
      ).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
    <KnownCodesList known={result.known} />
    <IconButton label={words.summary.close} onClick={onClose}>
      <CloseIcon size={18} />
    </IconButton>
  </section>
);
