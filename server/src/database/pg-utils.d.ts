// The driver's types leave this out.
declare module 'pg/lib/utils.js' {
  /** A parameter as it goes to the database: text, bytes or NULL. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
