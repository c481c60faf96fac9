import { readTypedAmount } from '@almas/contract/typed-amount';
import { typedDigits } from '@almas/contract/typed-text';
import { amounts } from '@almas/locale/screens/amounts';
import type { InputHTMLAttributes } from 'react';
import { TextField } from './field.tsx';

const words = amounts;

interface MoneyFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'value' | 'onChange'> {
  readonly label: string;
  /** As typed; `readTypedAmount` parses it. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  readonly urgent?: boolean;
  /** What is accepted, shown under the field. */
  readonly bounds?: string | undefined;
  /** For filters: shows only input that could not be parsed. */
  readonly quiet?: boolean;
}

/** Why a text could not be parsed; null for an amount, and for an empty text. */
export function whyUnreadable(text: string): string | null {
  const typed = readTypedAmount(text);
  if (typed.kind !== 'unreadable') return null;
  return typed.why === 'ambiguous' ? words.ambiguous(typedDigits(text)) : words[typed.why];
}

/** The parsed amount, or why it could not be parsed. */
function readingOf(text: string, quiet: boolean): string | null {
  const typed = readTypedAmount(text);
  if (typed.kind === 'amount') return quiet ? null : words.read(typed.amount);
  return whyUnreadable(text);
}

/**
 * A field for an amount of money. A text field: a number field reads `15,5` as 155 in an English browser and changes
 * with the wheel. The parsed amount is shown under it during input.
 */
export const MoneyField = ({ value, onChange, error, bounds, quiet = false, ...rest }: MoneyFieldProps) => (
  <TextField
    autoComplete="off"
    {...rest}
    type="text"
    inputMode="decimal"
    value={value}
    error={error}
    note={[readingOf(value, quiet), bounds].filter(Boolean).join(' · ')}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
