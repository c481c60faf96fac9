import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { baseline } from './baseline.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the statements without comments: a comment of a released migration may be corrected, a statement may not. */
  readonly checksum: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The start of a literal or a comment. Searching for it is seven times as fast as reading each character; every start reads all
 * migrations.
 */
const special = /'|--|\/\*/g;

/** Removes `--` and nested block comments outside string literals, and folds white space. */
export function statementsOf(sql: string): string {
  let out = '';
  for (let at = 0; at < sql.length; ) {
    special.lastIndex = at;
    const begin = special.exec(sql)?.index ?? sql.length;
    out += sql.slice(at, begin);
    at = begin;
    if (sql[at] === "'") {
      // A doubled quote ends one literal and begins the next: the text is the same.
      const end = sql.indexOf("'", at + 1);
      const next = end === -1 ? sql.length : end + 1;
      out += sql.slice(at, next);
      at = next;
    } else if (sql[at] === '-') {
      const end = sql.indexOf('\n', at);
      at = end === -1 ? sql.length : end;
    } else if (sql[at] === '/') {
      at = afterBlockComment(sql, at);
    }
  }
  return out.replaceAll(/\s+/g, ' ').trim();
}

function afterBlockComment(sql: string, start: number): number {
  let depth = 0;
  for (let at = start; at < sql.length; at += 1) {
    const two = sql.slice(at, at + 2);
    if (two === '/*') depth += 1;
    else if (two === '*/') depth -= 1;
    else continue;
    at += 1;
    if (depth === 0) return at + 1;
  }
  return sql.length;
}

export const migrationChecksum = (sql: string): string => sha256(statementsOf(sql));

/** The files of the baseline, one for each domain, in their order. */
export const readBaselineFiles = (): Migration[] => readFiles('baseline/');

/** The baseline and the migrations of this version in their order. */
export function readMigrationFiles(): Migration[] {
  const sql = readBaselineFiles().map((file) => file.sql);
  return [{ name: baseline.name, checksum: baseline.checksum, sql: sql.join('\n') }, ...readFiles('')];
}

const readFiles = (path: string): Migration[] =>
  readdirSync(`${folder}/${path}`)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(`${folder}/${path}${name}`, 'utf8');
      return { name: `${path}${name}`, sql, checksum: migrationChecksum(sql) };
    });
