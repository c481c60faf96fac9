import type { ReactNode } from 'react';
import { AlertIcon } from './icons.tsx';
import styles from './warning-list.module.css';

interface WarningListProps {
  /** The accessible name of the list. */
  readonly label: string;
  readonly warnings: readonly { readonly key: string; readonly text: ReactNode }[];
}

/** What speaks against a decision. Nothing is refused because of it. */
export const WarningList = ({ label, warnings }: WarningListProps) => (
  <ul className={styles.warnings} aria-label={label}>
    {warnings.map(({ key, text }) => (
      <li key={key}>
        <AlertIcon size={18} />
        <span>{text}</span>
      </li>
    ))}
  </ul>
);
