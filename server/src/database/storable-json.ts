/** Half a surrogate pair, as JSON writes it, in a value or a key; any other escape is stepped over. */
const escapes = /\\(?:u(d[89a-f][\da-f]{2})|.)/g;

/** JSON of what a caller may have written: PostgreSQL refuses half a surrogate pair in it. */
export const storableJson = (value: object): string =>
  JSON.stringify(value).replaceAll(escapes, (found, half) => (half === undefined ? found : '\\ufffd'));
