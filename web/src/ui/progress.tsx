import styles from './progress.module.css';

interface ProgressProps {
  readonly label: string;
  /** 0 to 1; null while it is unknown. */
  readonly share: number | null;
  readonly note?: string;
}

/** The progress of a long operation. */
export const Progress = ({ label, share, note }: ProgressProps) => (
  <div className="column gap-8">
    <p className={styles.label} role="status">
      {label}
    </p>
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
    >
      <span
        className={share === null ? styles.moving : styles.fill}
        style={share === null ? undefined : { width: `${share * 100}%` }}
      />
    </div>
    {note && <p className="dim">{note}</p>}
  </div>
);
