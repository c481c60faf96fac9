// Missing in the driver's types.
declare module 'pg/lib/utils.js' {
  /** Converts a parameter to the text, bytes or NULL that is sent to the database. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
