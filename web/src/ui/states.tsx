import { common } from '@almas/locale/screens/common';
import { type ReactNode, useEffect, useRef } from 'react';
import { showToast } from '../lib/toast-store.ts';
import { ApiError, messageOf } from '../platform/network/index.ts';
import { Button } from './button.tsx';
import { AlertIcon, BoxIcon } from './icons.tsx';
import styles from './states.module.css';

interface EmptyStateProps {
  readonly title: string;
  readonly text?: string | undefined;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
}

/** An empty state, with the next step when there is one. */
export const EmptyState = ({ title, text, icon = <BoxIcon size={26} />, action }: EmptyStateProps) => (
  <div className={styles.state}>
    <span className={`center ${styles.icon}`}>{icon}</span>
    <p className={styles.title}>{title}</p>
    {text && <p className={`dim ${styles.text}`}>{text}</p>}
    {action}
  </div>
);

interface LoadFailureProps {
  readonly text: string;
  /** Rendered instead of a whole page: its title is the page title. */
  readonly isPage?: boolean;
  readonly onRetry: () => void;
}

/** Something that could not be loaded, and a button to try again. */
export const LoadFailure = ({ text, isPage = false, onRetry }: LoadFailureProps) => (
  <div className={`${styles.state} ${styles.failed}`} role="alert">
    <span className={`center ${styles.icon}`}>
      <AlertIcon size={26} />
    </span>
    {isPage ? (
      <h1 className={styles.title}>{common.loadFailed}</h1>
    ) : (
      <p className={styles.title}>{common.loadFailed}</p>
    )}
    <p className={`dim ${styles.text}`}>{text}</p>
    <Button variant="secondary" onClick={onRetry}>
      {common.retry}
    </Button>
  </div>
);

interface LoadErrorProps {
  readonly error: unknown;
  /** The specification's sentence for this load; the server's own one otherwise. */
  readonly text?: string | undefined;
  readonly onRetry: () => void;
}

/** A failed load: what could not be read, and a button to try again; beside it a toast (AMB-97). */
export function LoadError({ error, text, onRetry }: LoadErrorProps) {
  const sentence = text ?? messageOf(error, common.alerts.database.message);
  // A database failure raises an alert with the server's sentence: the toast says what could not be loaded.
  const isFault = error instanceof ApiError && error.status >= 500;
  const message = useRef(text === undefined && isFault ? common.loadFailedText : sentence);
  useEffect(() => {
    // Once for each panel that appears, not for each try; none while the banner says that the network is lost.
    if (navigator.onLine)
      showToast({ kind: 'error', title: common.loadFailed, message: message.current, source: 'load' });
  }, []);
  return <LoadFailure text={sentence} onRetry={onRetry} />;
}

/** A placeholder for something that is loading; `height` in pixels. */
export const Skeleton = ({
  height = 20,
  width = '100%',
}: {
  readonly height?: number;
  readonly width?: number | string;
}) => <span className={styles.skeleton} style={{ height, width }} aria-hidden="true" />;

/** Takes the place of a line of text that is still loading: as high as one. */
export const emptyLine = '\u00a0';

/** Several placeholders, announced once. */
export const SkeletonList = ({ count, height }: { readonly count: number; readonly height: number }) => (
  <div className="column gap-12" role="status" aria-label={common.loading}>
    {Array.from({ length: count }, (_, index) => index).map((index) => (
      <Skeleton key={index} height={height} />
    ))}
  </div>
);
