import { arrow } from '@almas/locale/formats';
import { amounts } from '@almas/locale/screens/amounts';
import { type ReactNode, useId } from 'react';
import { changesMuch } from '../lib/unusual-change.ts';
import { Button } from './button.tsx';
import styles from './confirm-amount.module.css';
import { DecidingButton } from './deciding-button.tsx';
import { Money } from './figures.tsx';
import { useQuestion } from './use-question.ts';

const words = amounts;

export interface AmountToConfirm {
  /** DA. */
  readonly amount: number;
  /** DA: the price that becomes this amount. */
  readonly from?: number | undefined;
  /** The account or thing that the amount concerns. */
  readonly about: string;
}

interface ConfirmAmountProps {
  readonly asked: readonly AmountToConfirm[];
  /** The limit that the amount exceeds, in DA. */
  readonly above: number;
  readonly confirmLabel: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onChange: () => void;
  readonly children?: ReactNode;
}

/**
 * Asks for confirmation of a large amount, or of a price that changes much, in place of the form's buttons.
 */
export function ConfirmAmount({
  asked,
  above,
  confirmLabel,
  busy,
  onConfirm,
  onChange,
  children,
}: ConfirmAmountProps) {
  const title = useId();
  const question = useQuestion();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be named by its legend, which is a heading here
    <div
      ref={question}
      tabIndex={-1}
      role="group"
      aria-labelledby={title}
      className={`column ${styles.question}`}
    >
      <p id={title} className={styles.title}>
        {words.check}
      </p>
      <ul className={`column gap-8 ${styles.amounts}`}>
        {asked.map(({ amount, from, about }) => (
          <li key={`${about} ${amount}`}>
            <span className={`wrap ${styles.change}`}>
              {from !== undefined && (
                <>
                  <Money amount={from} size="xl" />
                  <span aria-hidden="true">{arrow}</span>
                  <span className="visually-hidden">{words.became}</span>
                </>
              )}
              <Money amount={amount} size="xl" />
            </span>
            <span>{about}</span>
          </li>
        ))}
      </ul>
      {asked.some(({ amount }) => amount > above) && <p className={styles.limit}>{words.checkText(above)}</p>}
      {asked.some(({ amount, from }) => from !== undefined && changesMuch(from, amount)) && (
        <p className={styles.limit}>{words.changeMuch}</p>
      )}
      {children}
      <div className={`wrap ${styles.buttons}`}>
        <Button variant="secondary" onClick={onChange} disabled={busy}>
          {words.change}
        </Button>
        <DecidingButton onClick={onConfirm} busy={busy}>
          {confirmLabel}
        </DecidingButton>
      </div>
    </div>
  );
}
