import { longTexts as words } from '@almas/locale/screens/long-texts';
import { type TextareaHTMLAttributes, useId } from 'react';
import { described, Frame, inputClass, type Labelled } from './field.tsx';
import styles from './text-area-field.module.css';

interface TextAreaProps extends Labelled, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'maxLength'> {
  readonly value: string;
  /** The longest text that the server takes; null where it takes any. */
  readonly maxLength: number | null;
}

/** The remaining characters are displayed when there are at most this many. */
const countedFrom = 50;

/** At the limit a browser ignores input silently: shows the remaining characters near it, and announces when it is reached. */
export function TextAreaField({ label, hint, error, maxLength, ...rest }: TextAreaProps) {
  const id = useId();
  const left = maxLength === null ? Number.POSITIVE_INFINITY : Math.max(0, maxLength - rest.value.length);
  return (
    <Frame {...{ id, label, hint, error }} required={rest.required}>
      <textarea
        {...described(id, { label, hint, error })}
        rows={4}
        {...rest}
        maxLength={maxLength ?? undefined}
        className={inputClass}
      />
      <p className={`dim ${styles.left}`} data-empty={left > countedFrom}>
        {left > 0 && left <= countedFrom && words.left(left)}
        {/* Rendered while empty, because a screen reader announces only changes of an existing live region. */}
        <span role="status">{left === 0 && words.full(maxLength ?? 0)}</span>
      </p>
    </Frame>
  );
}
