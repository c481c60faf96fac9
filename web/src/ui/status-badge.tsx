import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

/** done: settled; waiting: an action is needed; failed: refused or failed; quiet: none of these. */
export type Tone = 'done' | 'waiting' | 'failed' | 'quiet';

export const StatusBadge = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
);
