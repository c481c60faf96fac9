import { fail } from '../app-error.ts';
import type { Queryable } from './pool.ts';
import { dayOf } from './sql-text.ts';
import { statement } from './statement.ts';

const today = statement<[], { day: string }>(
  'database.today',
  `SELECT ${dayOf('clock_timestamp()')}::text AS day`,
);

/** What was at the end of a day of Algiers is not known before it. @throws AppError DAY_NOT_BEGUN */
export async function checkDayBegun(db: Queryable, day: string): Promise<void> {
  if (day > (await today.one(db)).day) throw fail('DAY_NOT_BEGUN');
}
