import type { ReactNode } from 'react';
import styles from './icon-text.module.css';

/** An icon before the words of a button; they stay on one line when they fit. */
export const IconText = ({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) => (
  <span className={styles.text}>
    {icon}
    {children}
  </span>
);
