import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

/** done: it is settled; waiting: somebody must act; failed: refused or broken; quiet: neither. */
export type Tone = 'done' | 'waiting' | 'failed' | 'quiet';

export const StatusBadge = ({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) => (
  <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
);
