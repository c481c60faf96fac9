import type { User } from '@almas/contract/accounts';

/** What a cashier may still sell today, in DA. */
export const leftOfCap = ({ dailyCap, soldToday }: NonNullable<User['cashier']>): number =>
  Math.max(0, Math.round((dailyCap - soldToday) * 100) / 100);
