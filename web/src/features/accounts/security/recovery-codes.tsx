import { security } from '@almas/locale/screens/security';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { refusePresses, resultMilliseconds } from '../../../ui/slips.ts';
import styles from './security.module.css';

const words = security.factor;

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** The codes for a lost phone, shown once: the second tap of the press that brought them does not take them away. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const shown = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (shown.current ? refusePresses(shown.current, resultMilliseconds) : undefined), []);
  return (
    <div ref={shown} className="column gap-16">
      <p>{words.codesText}</p>
      <ul className={styles.codes} aria-label={words.codesLabel}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="wrap gap-10">
        <CopyButton text={codes.join('\n')} done={words.copied} failed={words.copyFailed} />
        <Button onClick={onDone}>{words.codesDone}</Button>
      </div>
    </div>
  );
}
