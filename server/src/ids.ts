const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The nil UUID, which is the id of no row. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * A UUID in the spelling of the database, or NIL_UUID for any other text, which then matches no row instead of failing in the database.
 */
export const parseUuidOrNil = (id: string): string => (uuid.test(id) ? id.toLowerCase() : NIL_UUID);

/** A running number, or 0 for any other text, which matches no row. */
export const parseIdOrZero = (id: string): number => (/^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0);
