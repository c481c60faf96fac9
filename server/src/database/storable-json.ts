/** An unpaired surrogate in JSON, in a value or a key; matches every other escape too, to skip it. */
const escapes = /\\(?:u(d[89a-f][\da-f]{2})|.)/g;

/** JSON of caller input without unpaired surrogates, which PostgreSQL refuses. */
export const storableJson = (value: object): string =>
  JSON.stringify(value).replaceAll(escapes, (found, half) => (half === undefined ? found : '\\ufffd'));
