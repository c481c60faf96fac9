import type { Query } from './database.ts';

/** The day in Algiers so many days from today, as the database counts it. */
export const daysFromToday =
  (query: Query) =>
  async (from = 0): Promise<string> => {
    const [row] = await query(
      `SELECT ((clock_timestamp() AT TIME ZONE 'Africa/Algiers')::date + $1::int)::text AS day`,
      from,
    );
    return row?.day;
  };
