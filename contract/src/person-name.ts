export interface NamedPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly displayName: string;
  readonly email: string;
}

/** First and last name, else the display name, else the part of the email before the at sign (TXN-13..15). */
export const personName = (person: NamedPerson): string =>
  `${person.firstName} ${person.lastName}`.trim() || person.displayName || (person.email.split('@')[0] ?? '');
