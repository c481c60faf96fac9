/** What every address may say beside its path: filters, an opened row. Each list reads the names that it knows. */
export interface PlainSearch {
  readonly [name: string]: string | undefined;
}

/**
 * The query string as users read and share it: plain texts. The router's own way writes JSON, which turns a search
 * for a phone number into a number.
 */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

/** Absent and empty values are left out. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  return query.size > 0 ? `?${query}` : '';
}
