import styles from './spinner.module.css';

export const Spinner = ({ size = 20 }: { readonly size?: number }) => (
  <span className={styles.spinner} style={{ width: size, height: size }} aria-hidden="true" />
);

/** A loading state for a whole page; `text` says what is loading. */
export const PageSpinner = ({ text }: { readonly text: string }) => (
  <div className={styles.page} role="status">
    <Spinner size={36} />
    <p>{text}</p>
  </div>
);
