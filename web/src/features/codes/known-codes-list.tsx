import type { KnownCodes } from '@almas/contract/products';
import { codes as words } from '@almas/locale/screens/codes';
import styles from './known-codes-list.module.css';

/** Where the skipped codes exist already. */
export function KnownCodesList({ known }: { readonly known: KnownCodes }) {
  const lines = words.alreadyKnown(known);
  if (lines.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={words.alreadyKnownTitle} data-testid="known-codes">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
