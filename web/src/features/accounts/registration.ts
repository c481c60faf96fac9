import { limits } from '@almas/contract/limits';
import { errors } from '@almas/locale/errors';

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

const blank = (...texts: string[]) => texts.some((text) => text.trim() === '');

/** What keeps step 1 from being left, in the order of SPEC §5; null when nothing does. */
export function accountProblem({ email, password, confirmation }: RegistrationFields): string | null {
  if (blank(email) || password === '' || confirmation === '') return errors.REQUIRED_FIELDS;
  if (password !== confirmation) return errors.PASSWORDS_DIFFER;
  if (password.length < limits.passwordMinLength) return errors.PASSWORD_TOO_SHORT;
  return /^\S+@\S+\.\S+$/.test(email.trim()) ? null : errors.INVALID_EMAIL;
}

/** What keeps the registration from being sent (AMB-23). */
export const profileProblem = ({ firstName, lastName, company, phone }: RegistrationFields): string | null =>
  blank(firstName, lastName, company, phone) ? errors.REQUIRED_FIELDS : null;
