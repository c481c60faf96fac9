import type { ReactNode } from 'react';
import { AlertIcon, ClockIcon, InfoIcon } from './icons.tsx';
import styles from './notice.module.css';

const icons = { waiting: ClockIcon, failed: AlertIcon, info: InfoIcon };

interface NoticeProps {
  /** waiting: resolves without the user; failed: does not work; info: neither. */
  readonly tone?: keyof typeof icons;
  readonly title: ReactNode;
  readonly text?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** A box with a message, announced politely to screen readers when it appears. */
export function Notice({ tone = 'info', title, text, children, action }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role="status">
      <Icon size={22} />
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {text && <p>{text}</p>}
        {children}
      </div>
      {action}
    </div>
  );
}
