import { Email, Registration } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import * as z from 'zod';
import { markOnly, type useForm } from '../../ui/use-form.ts';

export const emptyRegistration = {
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

export type RegistrationFields = Readonly<typeof emptyRegistration>;
type Field = keyof RegistrationFields;

/** Without a sentence of its own: the fields that are left are marked, and the first one has it. */
const isMissing = (name: Field, text: string) =>
  name === 'confirmation'
    ? text === ''
    : Registration.shape[name].safeParse(text).error?.issues[0]?.message === 'REQUIRED_FIELDS';

export const accountFields = ['email', 'password', 'confirmation'] as const;
export const profileFields = ['firstName', 'lastName', 'company', 'phone'] as const;

/** The sentence at the required field that is left; about the form when several are, and each of them marked (AMB-23). */
const withRequired = (required: readonly Field[]) =>
  z.custom<RegistrationFields>().superRefine((fields, context) => {
    const left = required.filter((name) => isMissing(name, fields[name]));
    const isOne = left.length === 1;
    const refuse = (name: Field | 'form', message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (left.length > 1) refuse('form', 'REQUIRED_FIELDS');
    for (const name of left) refuse(name, isOne ? 'REQUIRED_FIELDS' : markOnly);
  });

/** Step 1: what is missing, then one mistake, in the order of the specification. */
export const accountRules = withRequired(accountFields).pipe(
  z.custom<RegistrationFields>().superRefine(({ email, password, confirmation }, context) => {
    const refuse = (field: Field, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (password !== confirmation) refuse('confirmation', 'PASSWORDS_DIFFER');
    else if (password.length < limits.passwordMinLength) refuse('password', 'PASSWORD_TOO_SHORT');
    else if (!Email.safeParse(email).success) refuse('email', 'INVALID_EMAIL');
  }),
);

export const profileRules = withRequired(profileFields);

export type RegistrationForm = ReturnType<typeof useForm<RegistrationFields>>;

export const registrationField = (form: RegistrationForm, required: readonly Field[]) => (name: Field) => ({
  required: required.includes(name),
  urgent: true,
  ...form.field(name),
});

const refusedFields: Readonly<Record<string, Field>> = {
  EMAIL_TAKEN: 'email',
  INVALID_EMAIL: 'email',
  WEAK_PASSWORD: 'password',
  PASSWORD_TOO_SHORT: 'password',
  PASSWORDS_DIFFER: 'confirmation',
};

/** The field of step 1 that a refusal of the server is about. */
export const refusedRegistrationField = (code: string): Field | undefined =>
  Object.hasOwn(refusedFields, code) ? refusedFields[code] : undefined;
