import type { User } from '@almas/contract/accounts';

/** How a person is called: first and last name, else the display name, else the address before the at sign. */
export function nameOf(user: Pick<User, 'firstName' | 'lastName' | 'displayName' | 'email'>): string {
  const full = `${user.firstName} ${user.lastName}`.trim();
  return full || user.displayName || (user.email.split('@')[0] ?? user.email);
}
