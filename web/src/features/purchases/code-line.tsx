import { colon } from '@almas/locale/formats';
import { cardHistory } from '@almas/locale/screens/card-history';
import { counter } from '@almas/locale/screens/counter';
import { useId } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { CodeGroups } from './code-groups.tsx';
import styles from './code-line.module.css';
import { copyRecorded } from './disclose.ts';

interface CodeLineProps {
  readonly code: string;
  readonly value: string;
  /** The serial that came with the code. */
  readonly serial?: string | undefined;
  /** The buyer's purchase; a copy is recorded before it is made. */
  readonly purchaseId?: string;
  /** Which code of several it is, from 1 on. */
  readonly position?: number | undefined;
  /** The only code of its dialog: shown in the largest size. */
  readonly large?: boolean;
  /** Its « Copier » button has the initial focus of the dialog. */
  readonly focused?: boolean;
}

const words = cardHistory.codes;

/** Loaded only when a code could not be decrypted. */
export const UnreadableCode = lazyPart(() => import('./unreadable-code.tsx'), <span />);

/** One code with its value; shown in groups, copied without them. */
export function CodeLine({
  code,
  value,
  serial,
  purchaseId,
  position,
  large = false,
  focused = false,
}: CodeLineProps) {
  const id = useId();
  return (
    <div className={`${styles.line} ${large ? styles.large : ''}`}>
      <div className={`${styles.words} ${purchaseId === undefined ? '' : styles.recorded}`}>
        {purchaseId !== undefined && <p className={styles.onPaper}>{counter.bought.onPaper}</p>}
        <p id={id} dir="ltr" className={`wrap ${styles.code}`} data-testid="code" data-code={code}>
          <CodeGroups code={code} />
        </p>
        <p className="dim">{value}</p>
        {serial !== undefined && (
          <p className={styles.serial}>
            {cardHistory.serial}
            {colon}
            <bdi dir="ltr" data-testid="serial">
              {serial}
            </bdi>
          </p>
        )}
      </div>
      <CopyButton
        text={code}
        done={words.copied}
        failed={words.copyFailed}
        describedBy={id}
        variant={large ? 'primary' : 'secondary'}
        focused={focused}
        {...(purchaseId !== undefined && {
          copy: (text: string) => copyRecorded(purchaseId, text, position),
        })}
      />
      {serial !== undefined && (
        <CopyButton
          text={serial}
          label={cardHistory.copySerial}
          done={cardHistory.serialCopied}
          failed={words.copyFailed}
          describedBy={id}
          variant="secondary"
        />
      )}
    </div>
  );
}
