import { limits } from '@almas/contract/limits';
import { errors } from '@almas/locale/errors';
import type { Mistakes, useForm } from '../../ui/use-form.ts';

export interface RegistrationFields {
  readonly email: string;
  readonly password: string;
  readonly confirmation: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly phone: string;
  readonly address: string;
  readonly city: string;
  readonly postalCode: string;
}

export const emptyRegistration: RegistrationFields = {
  email: '',
  password: '',
  confirmation: '',
  firstName: '',
  lastName: '',
  company: '',
  phone: '',
  address: '',
  city: '',
  postalCode: '',
};

type Field = keyof RegistrationFields;

/** An error message and the invalid field; `form` when it concerns several. */
export interface FieldProblem {
  readonly field: Field | 'form';
  readonly sentence: string;
}

const isBlank = (name: Field, text: string) =>
  name === 'password' || name === 'confirmation' ? text === '' : text.trim() === '';

/** Those of `names` that are empty. */
const blankFields = (fields: RegistrationFields, names: readonly Field[]): Field[] =>
  names.filter((name) => isBlank(name, fields[name]));

export const accountFields = ['email', 'password', 'confirmation'] as const;
export const profileFields = ['firstName', 'lastName', 'company', 'phone'] as const;

function missing(fields: RegistrationFields, names: readonly Field[]): FieldProblem | null {
  const [first, second] = blankFields(fields, names);
  if (!first) return null;
  return { field: second ? 'form' : first, sentence: errors.REQUIRED_FIELDS };
}

/** The first error of step 1, in the order of the specification; null when there is none. */
export function accountProblem(fields: RegistrationFields): FieldProblem | null {
  const { email, password, confirmation } = fields;
  const left = missing(fields, accountFields);
  if (left) return left;
  if (password !== confirmation) return { field: 'confirmation', sentence: errors.PASSWORDS_DIFFER };
  if (password.length < limits.passwordMinLength)
    return { field: 'password', sentence: errors.PASSWORD_TOO_SHORT };
  return /^\S+@\S+\.\S+$/.test(email.trim()) ? null : { field: 'email', sentence: errors.INVALID_EMAIL };
}

/** The first error of the registration (AMB-23). */
export const profileProblem = (fields: RegistrationFields): FieldProblem | null =>
  missing(fields, profileFields);

/** The message at its field, or above the form; the required fields that are empty are marked too. */
export const registrationMistakes = (
  fields: RegistrationFields,
  required: readonly Field[],
  problem: FieldProblem | null,
): Mistakes<RegistrationFields> =>
  problem
    ? {
        ...Object.fromEntries(blankFields(fields, required).map((name) => [name, ''])),
        [problem.field]: problem.sentence,
      }
    : {};

export type RegistrationForm = ReturnType<typeof useForm<RegistrationFields>>;

export const registrationField = (form: RegistrationForm, required: readonly Field[]) => (name: Field) => ({
  required: required.includes(name),
  urgent: true,
  ...form.field(name),
});

/** The field of step 1 for an error code of the server. */
const refusedFields: Readonly<Record<string, Field>> = {
  EMAIL_TAKEN: 'email',
  INVALID_EMAIL: 'email',
  WEAK_PASSWORD: 'password',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORDS_DIFFER: 'confirmation',
};

/** A refusal of the server as an error of step 1; null: it concerns none of its fields. */
export function refusedProblem(code: string, sentence: string): FieldProblem | null {
  const field = Object.hasOwn(refusedFields, code) ? refusedFields[code] : undefined;
  return field ? { field, sentence } : null;
}
