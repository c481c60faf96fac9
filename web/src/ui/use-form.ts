import type { ErrorCode } from '@almas/contract/errors';
import { errors as sentences } from '@almas/locale/errors';
import { zodResolver } from '@hookform/resolvers/zod';
import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type Resolver,
  useForm as useFields,
  useWatch,
} from 'react-hook-form';
import * as z from 'zod';
import { keptDraft, useUnsaved } from '../platform/session/index.ts';

// A broken rule without a code of its own is answered by the server with this one too.
z.config({ customError: () => 'INVALID_INPUT' });

/** The message of a field that is only marked as invalid: the sentence is at another one. */
export const markOnly = ' ';

/** The sentence at each invalid field. `form`: not about a field. */
export type Mistakes<Typed extends FieldValues> = {
  readonly [Name in Path<Typed> | 'form']?: string | undefined;
};

interface UnsavedRule<Typed> {
  /**
   * The values are kept under this name over the end of the session and a reload of the application. It names the subject too, so that
   * a note about one request is not found at another.
   */
  readonly draft: string;
  /** Fields that are never stored. */
  readonly secret?: readonly (keyof Typed & string)[];
  /** Leaving asks first; false for a form that may be lost, and while it is being sent. */
  readonly asks?: boolean;
  /** Default: a form is changed when a field differs from its initial value. */
  readonly changed?: (values: Typed) => boolean;
}

interface FormOptions<Typed, Sent> {
  /** Read once: a later refresh never changes a form that is being edited. */
  readonly initial: Typed;
  /**
   * The rules of the contract, in the order of the fields. The message of a broken one is an error code, or a sentence of the screen.
   * What they make of the values is sent. The server checks everything again.
   */
  readonly rules?: z.ZodType<Sent>;
  /** The screen's own words for some error codes. */
  readonly words?: Partial<Readonly<Record<ErrorCode, string>>>;
  readonly onSubmit: (sent: Sent, form: HTMLFormElement) => unknown;
  /** Called with the first sentence, to show more than those at the fields. */
  readonly onInvalid?: (sentence: string) => void;
  /** The form asks before a change is lost (useUnsaved). Absent: nothing of it is kept (passwords, filters). */
  readonly unsaved?: UnsavedRule<Typed> | undefined;
}

/** The part that `<Form>` uses. */
export interface SubmittedForm {
  readonly submit: (form: HTMLFormElement) => void;
  /** The first invalid field gets the focus as soon as it is rendered. */
  readonly focusWrong?: RefObject<boolean>;
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : JSON.stringify(value));

/** Surrounding whitespace makes no difference, and a list is what it holds. */
export const differs = (one: unknown, other: unknown): boolean => text(one) !== text(other);
export const isChanged = <Values extends object>(values: Values, initial: Values): boolean =>
  (Object.keys(values) as (keyof Values)[]).some((name) => differs(values[name], initial[name]));

/** A browser may fill in a field without an event: for an empty value the content of the DOM field counts. */
export const withFilledIn = <Values extends object>(values: Values, fields: FormData): Values => ({
  ...values,
  ...Object.fromEntries([...fields].filter(([name]) => values[name as keyof Values] === '')),
});

/**
 * The state of a form: react-hook-form with the contract's rules, and what it does not have: the question before changes are lost, the
 * draft over a reload, and the focus of an invalid field that appears after a refusal. `field(name)` gives a field its props;
 * `<Form form={...}>` sends it.
 */
export function useForm<Typed extends FieldValues, Sent = Typed>({
  initial: given,
  rules,
  words = {},
  onSubmit,
  onInvalid,
  unsaved,
}: FormOptions<Typed, Sent>) {
  type Name = Path<Typed>;
  const {
    draft,
    secret = [],
    asks = true,
    changed = (values: Typed) => isChanged(values, initial),
  } = unsaved ?? ({} as Partial<UnsavedRule<Typed>>);
  const [initial] = useState(given);
  const [restored] = useState(() => ({ ...initial, ...(draft && keptDraft<Typed>(draft)) }));
  const fields = useFields<Typed, unknown, Sent>({
    defaultValues: restored as DefaultValues<Typed>,
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
    resolver: (rules
      ? zodResolver(rules as never, undefined, { mode: 'sync' })
      : (values: Typed) => ({ values, errors: {} })) as unknown as Resolver<Typed, unknown, Sent>,
  });
  const values = useWatch({ control: fields.control }) as Typed;
  const { errors } = fields.formState;
  const focusWrong = useRef(false);
  const submitted = useRef<Partial<Typed>>({});
  const kept = Object.entries(values).filter(([name]) => !(secret as readonly string[]).includes(name));
  useUnsaved({
    changed: unsaved !== undefined && changed(values),
    asks,
    draft:
      draft === undefined
        ? undefined
        : {
            name: draft,
            value: Object.fromEntries(kept),
            isWhole: secret.every((name) => values[name as keyof Typed] === initial[name as keyof Typed]),
          },
  });

  const sentenceOf = (message: string): string => {
    const known = words[message as ErrorCode] ?? sentences[message as ErrorCode];
    return typeof known === 'string' ? known : message;
  };
  /** The sentence at a field, '' for a mark. */
  const mistake = (name: Name | 'form'): string | undefined => {
    const found = (get(errors, name) as { readonly message?: string } | undefined)?.message;
    return found === markOnly ? '' : found && sentenceOf(found);
  };
  const focusFirst = (names: readonly string[]) => {
    focusWrong.current = names.some((name) => name !== 'form');
  };
  /** Refusals of the server, instead of the mistakes shown. */
  const setMistakes = (found: Mistakes<Typed>): void => {
    fields.clearErrors();
    const wrong = Object.entries(found).filter(([, message]) => message !== undefined);
    for (const [name, message] of wrong) fields.setError(name as Name, { message: message as string });
    focusFirst(wrong.map(([name]) => name));
  };
  /** An edit ends the mistake of its field, those of the form as a whole, and marks, whose sentence is at another field. */
  const change = (name: Name, value: unknown) => {
    fields.setValue(name, value as PathValue<Typed, Name>);
    const marks = Object.keys(errors).filter((other) => errors[other]?.message === markOnly);
    fields.clearErrors([name, 'form' as Name, ...(marks as Name[])]);
    focusWrong.current = false;
  };
  return {
    initial,
    values,
    mistake,
    setMistakes,
    change,
    set: (part: Partial<Typed>) => {
      for (const [name, value] of Object.entries(part)) change(name as Name, value);
    },
    /** For a press beside the submit that sends the fields too. */
    sent: () => {
      submitted.current = { ...fields.getValues() };
    },
    /** After the answer to what was sent: a field that was edited since the press keeps what it holds. */
    reset: () => {
      const later = Object.entries(fields.getValues()).filter(
        ([name, value]) => value !== submitted.current[name],
      );
      fields.reset({ ...initial, ...Object.fromEntries(later) } as DefaultValues<Typed>);
    },
    /** Of react-hook-form: for lists of fields and partial saves. */
    fields,
    field: <Field extends Name>(name: Field) => {
      const wrong = mistake(name);
      return {
        name,
        value: get(values, name) as PathValue<Typed, Field>,
        error: wrong || undefined,
        ...(wrong !== undefined && { 'aria-invalid': true as const }),
        onChange: (next: PathValue<Typed, Field> | { readonly currentTarget: { readonly value: string } }) =>
          change(
            name,
            typeof next === 'object' && next && 'currentTarget' in next ? next.currentTarget.value : next,
          ),
      };
    },
    focusWrong,
    submit: (form: HTMLFormElement) => {
      const filled = withFilledIn(fields.getValues(), new FormData(form));
      for (const [name, value] of Object.entries(filled))
        if (value !== fields.getValues(name as Name)) fields.setValue(name as Name, value);
      void fields.handleSubmit(
        // At once, as a press renders: a key that follows finds the form being sent.
        (sent) => {
          submitted.current = { ...fields.getValues() };
          flushSync(() => void onSubmit(sent, form));
        },
        (found: FieldErrors<Typed>) => {
          focusFirst(Object.keys(found));
          const first = (Object.values(found) as { message?: string }[]).find(
            ({ message }) => message,
          )?.message;
          onInvalid?.(sentenceOf(first ?? ''));
        },
      )();
    },
  };
}
