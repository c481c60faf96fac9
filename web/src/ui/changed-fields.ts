import { differs } from './use-form.ts';

/** The fields of a form that differ from what it was opened on: the others may have been changed on another device since. */
export const changedFields = <Values extends object>(
  values: Values,
  initial: Readonly<Record<keyof Values, unknown>>,
): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => differs(value, initial[name as keyof Values])),
  ) as Partial<Values>;
