/**
 * The variables of an environment file, read as systemd reads EnvironmentFile= (systemd.exec(5)): a service gets the same file from
 * it, and with another reading of a secret the commands would open nothing that the server has encrypted. `#` begins a comment at
 * the start of a line only, quotes count at the start of a value only, and a backslash takes the next character as it is.
 */
export function parseEnvironment(content) {
  const text = content.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const variables = {};
  let at = 0;
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const takeValue = () => {
    let value = '';
    for (;;) {
      take(/[^\S\n]+/y);
      const part = take(/'[^']*'|"(?:\\[\s\S]|[^"\\])*"/y);
      if (part === '') return value + unescaped(take(/(?:\\[\s\S]|[^\\\n])*/y).trimEnd());
      value += part.startsWith("'") ? part.slice(1, -1) : unquoted(part.slice(1, -1));
    }
  };
  while (at < text.length) {
    take(/\s+/y);
    if (take(/[#;](?:\\[\s\S]|[^\\\n])*/y) !== '') continue;
    const name = take(/[^=\n]*/y)
      .trim()
      .replace(/^export\s+/, '');
    if (take(/=/y) === '') continue;
    const value = takeValue();
    if (/^[A-Za-z_]\w*$/.test(name)) variables[name] = value;
  }
  return variables;
}

const unescaped = (text) => text.replaceAll(/\\([\s\S])/g, (_, next) => (next === '\n' ? '' : next));
const unquoted = (text) => text.replaceAll(/\\(?:([\\"`$])|\n)/g, (_, next = '') => next);
