/** The query parameters of any address: filters, an opened row. Each list reads those that it knows. */
export interface PlainSearch {
  readonly [name: string]: string | undefined;
}

/** Parses a query string as plain texts. The router's default writes JSON, which turns a search for a phone number into a number. */
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
