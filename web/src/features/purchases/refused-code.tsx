import { claims } from '@almas/locale/screens/claims';
import type { PurchasedCode } from './code-format.ts';
import styles from './code-line.module.css';

interface RefusedCodeProps {
  readonly code: PurchasedCode;
  readonly position: number;
}

/** A code for which another one, or its price, was given. Loaded only for a purchase that has one. */
const RefusedCode = ({ code: { code, replaced }, position }: RefusedCodeProps) => (
  <p className={`dim ${styles.line}`}>
    {replaced ? claims.replacedCode(position) : claims.creditedCode(position)} <s dir="ltr">{code}</s>
  </p>
);

export default RefusedCode;
