import { readTypedAmount } from '@almas/contract/typed-amount';
import { readTypedCount } from '@almas/contract/typed-count';
import * as z from 'zod';

type NumberRule = z.ZodType<number, number>;

/**
 * The contract's rule of an amount, for a field in which it is typed; what cannot be read is judged as no number. `missing`: the
 * sentence for an empty field, instead of the rule's own.
 */
export const typedAmount = (rule: NumberRule, missing?: string) =>
  z
    .string()
    .transform((text, context) => {
      const typed = readTypedAmount(text);
      if (typed.kind === 'empty' && missing !== undefined)
        context.addIssue({ code: 'custom', message: missing });
      return typed.kind === 'amount' ? typed.amount : Number.NaN;
    })
    .pipe(rule);

/** null for an empty field. */
export const typedAmountOrNone = (rule: NumberRule) =>
  z
    .string()
    .transform((text) => {
      const typed = readTypedAmount(text);
      if (typed.kind === 'empty') return null;
      return typed.kind === 'amount' ? typed.amount : Number.NaN;
    })
    .pipe(rule.nullable());

/** null for a field that another choice of the form hides, whatever was typed in it before. */
export const hiddenField = z.unknown().transform(() => null);

/** null for an empty field. */
export const typedCountOrNone = (rule: NumberRule) =>
  z
    .string()
    .transform((text) => (text.trim() === '' ? null : (readTypedCount(text) ?? Number.NaN)))
    .pipe(rule.nullable());

/** The contract's rule of a whole number, for a field in which it is typed. */
export const typedCount = (rule: NumberRule) =>
  z
    .string()
    .transform((text) => readTypedCount(text) ?? Number.NaN)
    .pipe(rule);
