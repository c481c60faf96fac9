const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Never the id of anything. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** An id of a person, product or offer; one of another shape finds nothing instead of failing in the database. */
export const parseUuidOrNil = (id: string): string => (uuid.test(id) ? id : NIL_UUID);

/** A running number from its text; 0, which nothing has, for any other text. */
export const numberOrZero = (id: string): number => (/^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0);
