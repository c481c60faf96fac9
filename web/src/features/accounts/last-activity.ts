/** The latest activity of an account (AMB-28), ISO times; null when there is none. */
export function lastActivity(...times: readonly (string | null | undefined)[]): string | null {
  const known = times.filter((time) => typeof time === 'string');
  return known.length === 0 ? null : known.reduce((a, b) => (Date.parse(a) >= Date.parse(b) ? a : b));
}
