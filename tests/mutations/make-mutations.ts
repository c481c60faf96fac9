/** One small change of the source, such as a careless edit of a rule. */
export interface Mutation {
  /** The path, relative to the repository. */
  readonly file: string;
  /** The line number, from 1. */
  readonly line: number;
  readonly from: string;
  readonly to: string;
  /** The whole file with the change. */
  readonly source: string;
  /** The unchanged line, without the spaces around it. */
  readonly text: string;
  /** The position of the change in the file. */
  readonly at: number;
  readonly part: Part;
  /** Stays the same when lines are added elsewhere in the file. */
  readonly id: string;
}

type Part = 'code' | 'sql' | 'other';

const inCode: readonly (readonly [from: string, to: string])[] = [
  [' === ', ' !== '],
  [' !== ', ' === '],
  [' < ', ' <= '],
  [' <= ', ' < '],
  [' > ', ' >= '],
  [' >= ', ' > '],
  [' && ', ' || '],
  [' || ', ' && '],
  [' - ', ' + '],
  ['if (!', 'if ('],
  ['throw fail(', 'void fail('],
  ['return true', 'return false'],
  ['return false', 'return true'],
  ['Math.min(', 'Math.max('],
  ['Math.max(', 'Math.min('],
];
const inSql: readonly (readonly [from: string, to: string])[] = [
  [' AND ', ' OR '],
  [' IS NULL', ' IS NOT NULL'],
  [' IS NOT NULL', ' IS NULL'],
  ['NOT EXISTS', 'EXISTS'],
  [' < ', ' <= '],
  [' <= ', ' < '],
  [' > ', ' >= '],
  [' >= ', ' > '],
  [' - ', ' + '],
  [' + ', ' - '],
  [' DESC', ' ASC'],
];

/** Whether a template literal is SQL; others are texts and names. */
const isSql = (template: string) =>
  /\b(SELECT|FROM|WHERE|AND|OR|NULL|UPDATE|SET|ASC|DESC)\b|\$\d|::/.test(template);

/** The part that each character of a TypeScript file belongs to; the expressions in a template literal are code. */
function partsOf(source: string): Part[] {
  const parts: Part[] = new Array(source.length).fill('code');
  /** For each open template literal: how many braces of its expression are open; 0 inside its text. */
  const templates: number[] = [];
  const starts: number[] = [];
  const until = (end: string, from: number) => {
    const found = source.indexOf(end, from);
    return found === -1 ? source.length : found + end.length;
  };
  for (let i = 0; i < source.length; ) {
    const depth = templates.at(-1);
    if (depth === 0) {
      if (source[i] === '`') {
        templates.pop();
        const start = starts.pop() ?? 0;
        if (!isSql(source.slice(start, i)))
          for (let at = start; at < i; at += 1) if (parts[at] === 'sql') parts[at] = 'other';
      } else if (source.startsWith('${', i)) {
        templates[templates.length - 1] = 1;
        i += 1;
      } else parts[i] = 'sql';
      i += source[i] === '\\' ? 2 : 1;
      continue;
    }
    let end = i + 1;
    if (source.startsWith('//', i)) end = until('\n', i);
    else if (source.startsWith('/*', i)) end = until('*/', i);
    else if (source[i] === "'") {
      while (end < source.length && source[end] !== "'") end += source[end] === '\\' ? 2 : 1;
      end += 1;
    } else {
      if (source[i] === '`') {
        templates.push(0);
        starts.push(i);
      } else if (depth !== undefined && source[i] === '{') templates[templates.length - 1] = depth + 1;
      else if (depth !== undefined && source[i] === '}') templates[templates.length - 1] = depth - 1;
      i += 1;
      continue;
    }
    parts.fill('other', i, end);
    i = end;
  }
  return parts;
}

/** The same for a .sql file: everything except its comments is SQL. */
function sqlParts(source: string): Part[] {
  const parts: Part[] = new Array(source.length).fill('sql');
  for (const { index, 0: comment } of source.matchAll(/--.*/g))
    parts.fill('other', index, index + comment.length);
  return parts;
}

/** A type, a log call or a range: a change here would be invalid SQL, or would change no rule. */
const notARule = /^\s*(import|export type|readonly|\*|(services\.)?log\.)|BETWEEN/;

/** Whether `<` or `<=` compares with the current time makes no difference that a test can see. */
const isInstant = (text: string, from: string) =>
  /^ [<>]=? $/.test(from) && /clock_timestamp\(\)|now\(\)/.test(text);

/** All mutations of a file, in the order of their positions. */
export function makeMutations(file: string, source: string): Mutation[] {
  const parts = file.endsWith('.sql') ? sqlParts(source) : partsOf(source);
  const found: Omit<Mutation, 'id'>[] = [];
  for (const [part, changes] of [
    ['code', inCode],
    ['sql', inSql],
  ] as const)
    for (const [from, to] of changes)
      for (let at = source.indexOf(from); at !== -1; at = source.indexOf(from, at + 1)) {
        if (parts[at] !== part) continue;
        if (from === 'NOT EXISTS' && source.slice(at - 4, at).endsWith('IF ')) continue;
        const start = source.lastIndexOf('\n', at) + 1;
        const text = source.slice(start, source.indexOf('\n', at)).trim();
        if (notARule.test(source.slice(start, at + from.length)) || text.includes('BETWEEN')) continue;
        if (isInstant(text, from)) continue;
        found.push({
          file,
          line: source.slice(0, at).split('\n').length,
          from: from.trim(),
          to: to.trim(),
          source: source.slice(0, at) + to + source.slice(at + from.length),
          text,
          at,
          part,
        });
      }
  const seen = new Map<string, number>();
  return found
    .sort((a, b) => a.at - b.at)
    .map((mutation) => {
      const name = `${file}: ${mutation.text} [${mutation.from} -> ${mutation.to}]`;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return { ...mutation, id: `${name} ${count}` };
    });
}
