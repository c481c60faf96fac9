import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface SqlFileOptions {
  /** Bound at each execution; the first becomes $1. The SQL has `:buyer_id` for `buyerId`. */
  readonly parameters: readonly string[];
  /** Inlined when the file is read: a text as a quoted literal, a number as it is. */
  readonly constants?: Readonly<Record<string, string | number>>;
  /** Inlined as SQL, which may use parameters and constants. */
  readonly fragments?: Readonly<Record<string, string>>;
}

const literal = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;

/**
 * Reads a statement with named parameters, `:buyer_id`, and numbers them. Comments are removed. The build copies the file next to the
 * bundle (server/vite.config.ts).
 * @throws Error for a name that is not declared, or one that is declared and not used
 */
export function readSqlFile(name: string, base: string, options: SqlFileOptions): string {
  const { parameters, constants = {}, fragments = {} } = options;
  const unused = new Set([...parameters, ...Object.keys(constants), ...Object.keys(fragments)]);
  // On one line: the database copies the text of a statement at each execution.
  const text = readFileSync(fileURLToPath(new URL(`./${name}`, base)), 'utf8')
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\s*\n\s*/g, ' ');
  const numbered = (sql: string): string =>
    sql.replaceAll(/(?<![:\w]):([a-z][a-z_]*)/g, (_, parameter: string) => {
      const field = parameter.replaceAll(/_(\w)/g, (__, letter: string) => letter.toUpperCase());
      unused.delete(parameter);
      unused.delete(field);
      const constant = constants[parameter];
      if (constant !== undefined) return literal(constant);
      const fragment = fragments[parameter];
      if (fragment !== undefined) return numbered(fragment);
      const index = parameters.indexOf(field);
      if (index === -1) throw new Error(`${name}: :${parameter} is not declared`);
      return `$${index + 1}`;
    });
  const statement = numbered(text);
  if (unused.size > 0) throw new Error(`${name}: not used: ${[...unused].join(', ')}`);
  return statement.trim();
}
