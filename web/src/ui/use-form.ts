import { type RefObject, useRef, useState } from 'react';
import { keptDraft } from '../lib/unsaved.ts';
import { useUnsaved } from './use-unsaved.ts';

/** The error message of each invalid field; '' marks a field whose message is at another one. `form`: not about a field. */
export type Mistakes<Values> = { readonly [Name in keyof Values | 'form']?: string | undefined };

interface UnsavedRule<Values> {
  /**
   * The values are kept under this name over the end of the session and a reload of the application. It names the subject too, so that
   * a note about one request is not found at another.
   */
  readonly draft: string;
  /** Fields that are never stored. */
  readonly secret?: readonly (keyof Values & string)[];
  /** Leaving asks first; false for a form that may be lost, and while it is being sent. */
  readonly asks?: boolean;
  /** Default: a form is changed when a field differs from its initial value. */
  readonly changed?: (values: Values) => boolean;
}

interface FormOptions<Values> {
  /** Read once: a later refresh never changes a form that is being edited. */
  readonly initial: Values;
  /** The errors that prevent sending, in the order of the fields. The server checks everything again. */
  readonly check?: (values: Values) => Mistakes<Values>;
  readonly onSubmit: (values: Values, form: HTMLFormElement) => unknown;
  /** Called with the errors, to show more than the messages at the fields. */
  readonly onInvalid?: (mistakes: Mistakes<Values>) => void;
  /** The form asks before a change is lost (useUnsaved). Absent: nothing of it is kept (passwords, filters). */
  readonly unsaved?: UnsavedRule<Values> | undefined;
}

/** The part that `<Form>` uses. */
export interface SubmittedForm {
  readonly submit: (form: HTMLFormElement) => void;
  /** The first invalid field gets the focus as soon as it is rendered. */
  readonly focusWrong?: RefObject<boolean>;
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** Surrounding whitespace does not count as a change. */
export const isChanged = <Values extends object>(values: Values, initial: Values): boolean =>
  (Object.keys(values) as (keyof Values)[]).some((name) => text(values[name]) !== text(initial[name]));

/** The errors that remain when these fields are edited. */
export const mistakesAfterEdit = <Values>(mistakes: Mistakes<Values>, edited: object): Mistakes<Values> =>
  Object.fromEntries(
    Object.entries(mistakes).filter(([name, sentence]) => sentence && name !== 'form' && !(name in edited)),
  ) as Mistakes<Values>;

/** A browser may fill in a field without an event: for an empty value the content of the DOM field counts. */
export const withFilledIn = <Values extends object>(values: Values, fields: FormData): Values => ({
  ...values,
  ...Object.fromEntries([...fields].filter(([name]) => values[name as keyof Values] === '')),
});

/**
 * The state of a form: its values, their errors, and whether it has unsaved changes. `field(name)` gives
 * a field its props; `<Form form={...}>` sends it.
 */
export function useForm<Values extends object>({
  initial: given,
  check,
  onSubmit,
  onInvalid,
  unsaved,
}: FormOptions<Values>) {
  const rule: Partial<UnsavedRule<Values>> = unsaved ?? {};
  const { draft, secret = [], asks = true, changed = (values) => isChanged(values, initial) } = rule;
  const [initial] = useState(given);
  const [values, setValues] = useState<Values>(() => ({
    ...initial,
    ...(draft && keptDraft<Values>(draft)),
  }));
  const [mistakes, showMistakes] = useState<Mistakes<Values>>({});
  const focusWrong = useRef(false);
  const kept = Object.entries(values).filter(([name]) => !(secret as readonly string[]).includes(name));
  useUnsaved({
    changed: unsaved !== undefined && changed(values),
    asks,
    draft:
      draft === undefined
        ? undefined
        : { name: draft, value: Object.fromEntries(kept), isWhole: secret.length === 0 },
  });

  /** @returns whether there are any. */
  const setMistakes = (found: Mistakes<Values>): boolean => {
    const wrong = Object.entries(found).filter(([, sentence]) => sentence !== undefined);
    showMistakes(Object.fromEntries(wrong) as Mistakes<Values>);
    focusWrong.current = wrong.some(([name]) => name !== 'form');
    return wrong.length > 0;
  };
  const set = (part: Partial<Values>) => {
    setValues((before) => ({ ...before, ...part }));
    showMistakes((before) => mistakesAfterEdit(before, part));
    focusWrong.current = false;
  };
  return {
    initial,
    values,
    mistakes,
    set,
    setMistakes,
    reset: () => setValues(initial),
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      error: mistakes[name] || undefined,
      ...(mistakes[name] !== undefined && { 'aria-invalid': true as const }),
      onChange: (next: Values[Name] | { readonly currentTarget: { readonly value: string } }) =>
        set({
          [name]:
            typeof next === 'object' && next && 'currentTarget' in next ? next.currentTarget.value : next,
        } as Partial<Values>),
    }),
    focusWrong,
    submit: (form: HTMLFormElement) => {
      const sent = withFilledIn(values, new FormData(form));
      setValues(sent);
      const found = check?.(sent) ?? {};
      if (setMistakes(found)) onInvalid?.(found);
      else onSubmit(sent, form);
    },
  };
}
