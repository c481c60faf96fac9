import { claims } from '@almas/locale/screens/claims';
import styles from './code-line.module.css';

interface ReplacedCodeProps {
  readonly code: string | null;
  readonly position: number;
}

/** A code for which another one was given. Loaded only for a purchase that has one. */
const ReplacedCode = ({ code, position }: ReplacedCodeProps) => (
  <p className={`dim ${styles.line}`}>
    {claims.replacedCode(position)} <s dir="ltr">{code}</s>
  </p>
);

export default ReplacedCode;
