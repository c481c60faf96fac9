import { type RefObject, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  useForm as useFields,
  useWatch,
} from 'react-hook-form';
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

/** The rule of a form as the library reads it: one sentence for each wrong field. */
const errorsOf = <Values extends FieldValues>(mistakes: Mistakes<Values>) =>
  Object.fromEntries(
    Object.entries(mistakes).flatMap(([name, message]) =>
      message === undefined ? [] : [[name, { type: 'rule', message }]],
    ),
  ) as FieldErrors<Values>;

/** A browser may fill in a field without an event: for an empty value the content of the DOM field counts. */
export const withFilledIn = <Values extends object>(values: Values, fields: FormData): Values => ({
  ...values,
  ...Object.fromEntries([...fields].filter(([name]) => values[name as keyof Values] === '')),
});

/**
 * The state of a form: its values, their errors, and whether it has unsaved changes. `field(name)` gives
 * a field its props; `<Form form={...}>` sends it. react-hook-form holds values and errors; the draft and the question are ours.
 */
export function useForm<Values extends FieldValues>({
  initial: given,
  check,
  onSubmit,
  onInvalid,
  unsaved,
}: FormOptions<Values>) {
  const rule: Partial<UnsavedRule<Values>> = unsaved ?? {};
  const { draft, secret = [], asks = true, changed = (values) => isChanged(values, initial) } = rule;
  const [initial] = useState(given);
  const [before] = useState(() => ({ ...initial, ...(draft && keptDraft<Values>(draft)) }));
  const fields = useFields<Values>({
    defaultValues: before as DefaultValues<Values>,
    shouldFocusError: false,
    resolver: (values) => {
      const errors = errorsOf(check?.(values) ?? {});
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
  });
  const values = useWatch({ control: fields.control }) as Values;
  const { errors } = fields.formState;
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
  const mistakes = Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, error?.message]),
  ) as Mistakes<Values>;

  const focusFirst = (found: Mistakes<Values>) => {
    focusWrong.current = Object.entries(found).some(
      ([name, sentence]) => name !== 'form' && sentence !== undefined,
    );
  };
  /** Errors of the server, instead of those shown. */
  const setMistakes = (found: Mistakes<Values>): void => {
    fields.clearErrors();
    for (const [name, error] of Object.entries(errorsOf(found)))
      fields.setError(name as Path<Values>, error as { type: string; message: string });
    focusFirst(found);
  };
  const set = (part: Partial<Values>) => {
    for (const [name, value] of Object.entries(part)) fields.setValue(name as Path<Values>, value);
    // A mark without a sentence belongs to a message at another field.
    const marks = Object.keys(mistakes).filter((name) => !mistakes[name]);
    fields.clearErrors([...Object.keys(part), ...marks, 'form'] as Path<Values>[]);
    focusWrong.current = false;
  };
  return {
    initial,
    values,
    mistakes,
    set,
    setMistakes,
    reset: () => fields.reset(initial as DefaultValues<Values>, { keepErrors: true }),
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
      for (const [name, value] of Object.entries(withFilledIn(fields.getValues(), new FormData(form))))
        if (value !== fields.getValues(name as Path<Values>)) fields.setValue(name as Path<Values>, value);
      void fields.handleSubmit(
        (sent) => void onSubmit(sent as unknown as Values, form),
        (found) => {
          const wrong = Object.fromEntries(
            Object.entries(found).map(([name, error]) => [name, error?.message]),
          ) as Mistakes<Values>;
          focusFirst(wrong);
          onInvalid?.(wrong);
        },
      )();
    },
  };
}
