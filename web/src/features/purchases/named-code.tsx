import { claims } from '@almas/locale/screens/claims';
import styles from './code-line.module.css';

interface NamedCodeProps {
  /** Which code of the purchase it is. */
  readonly position: number;
  readonly of: number;
  /** null: it cannot be read. */
  readonly code: string | null;
}

/** A code to claim, or claimed: the lists of the codes themselves have no numbers. */
export const NamedCode = ({ position, of, code }: NamedCodeProps) => (
  <>
    {claims.form.named({ position, of })}{' '}
    <bdi dir="ltr" className={styles.named}>
      {code}
    </bdi>
  </>
);
