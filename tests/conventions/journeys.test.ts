import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

/*
 * ARCHITECTURE.md, "Files to open for one journey": the lists are read from its tables. Turned red by: a listed file that
 * is renamed or deleted, one that no other file of its list imports any more, a total that is not the length of the lists.
 */
const texts = new Map(
  sourceFiles(/^(ARCHITECTURE\.md|(contract|server|web)\/src\/.*(?<!\.test)\.(tsx?|sql))$/).map(
    ({ path, text }) => [path, text],
  ),
);
const architecture = texts.get('ARCHITECTURE.md') ?? '';
const section = /### Files to open for one journey\n([\s\S]*?)\n## /.exec(architecture)?.[1] ?? '';

const endings = ['', '.ts', '.tsx', '.sql'];
const existing = (path: string) => endings.map((ending) => path + ending).find((file) => texts.has(file));

/** "`folder/` name, name; `folder/` name" → paths; a name without a file stays as it is. */
const filesOf = (list: string): string[] =>
  list.split(';').flatMap((part) => {
    const [, folder = '', names = ''] = /^\s*`([^`]+\/)` (.+?)\s*$/.exec(part) ?? [];
    return names.split(', ').map((name) => existing(folder + name) ?? folder + name);
  });

const rows = [...section.matchAll(/^\| ([^|]+) \| (\d+) \| ([^|]+) \|([^|]*)\|$/gm)].map(
  ([, name = '', total = '', list = '', database = '']) => ({
    name,
    total: Number(total),
    files: filesOf(list),
    functions: [...database.matchAll(/`(\w+)`[\w ]* in ([\w/]+)/g)].map(([, name, file]) => [name, file]),
  }),
);
const [shared, ...journeys] = rows;

const aliases: [RegExp, string][] = [[/^@almas\/contract\/(.+)$/, 'contract/src/$1.ts']];

function leadsTo(path: string): string[] {
  const text = texts.get(path) ?? '';
  const specifiers = [...text.matchAll(/(?:from|import|readSqlFile)\s*\(?\s*'([^']+)'/g)];
  return specifiers.map(([, specifier = '']) => {
    const alias = aliases.find(([pattern]) => pattern.test(specifier));
    if (alias) return specifier.replace(alias[0], alias[1]);
    return posix.join(posix.dirname(path), specifier);
  });
}

/** Not counted: what the server gives a command to work with; live events are published through it. */
const connectors = ['server/src/services.ts', 'server/src/live/open-live.ts'];

/** The files to which imports lead from these, through listed files and the connectors only. */
function reached(from: readonly string[], listed: readonly string[]): Set<string> {
  const passable = new Set([...listed, ...connectors]);
  const found = new Set<string>();
  const waiting = [...from];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path) || !passable.has(path)) continue;
    found.add(path);
    waiting.push(...leadsTo(path));
  }
  return found;
}

test('ARCHITECTURE.md lists five journeys and the files that all of them share', () => {
  expect(shared?.name).toBe('every call that writes');
  expect(journeys.map(({ name }) => name)).toEqual([
    'purchase',
    'approval of a recharge request',
    'refusal of a Free Fire request',
    'import of codes into an offer',
    'new product with its offers and codes',
  ]);
  expect(shared?.total).toBe(shared?.files.length);
});

test('a purchase takes at most 22 files to read, an approval at most 18', () => {
  const [purchase, approval] = journeys;
  expect(purchase?.total).toBeLessThanOrEqual(22);
  expect(approval?.total).toBeLessThanOrEqual(18);
});

test('what the database does by itself is listed with the latest file of migrations that defines it', () => {
  const listed = rows.flatMap(({ functions }) => functions);
  const latest = listed.map(([name]) => {
    const defining = [...texts.keys()].filter((path) =>
      new RegExp(`FUNCTION ${name}\\b[^;]*RETURNS`).test(
        path.includes('/migrations/') ? (texts.get(path) ?? '') : '',
      ),
    );
    const files = defining.map((path) => path.replace(/^.*\/migrations\/|\.sql$/g, ''));
    // The baseline comes before the numbered migrations.
    return [
      name,
      files
        .filter((file) => !file.startsWith('baseline/'))
        .sort()
        .at(-1) ?? files[0],
    ];
  });
  expect(listed.length).toBe(8);
  expect(listed).toEqual(latest);
});

describe.each(journeys)('the journey "$name"', ({ files: own, total }) => {
  const files = [...own, ...(shared?.files ?? [])];

  test('lists files that exist, each once', () => {
    expect(files.filter((file) => !texts.has(file))).toEqual([]);
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
  });

  test('each journey has the stated number of files', () => {
    expect(files).toHaveLength(total);
  });

  test('each journey lists only files that imports lead to from its screen and from its routes', () => {
    const routes = own.filter((file) => file.endsWith('.routes.ts'));
    expect([own[0]?.startsWith('web/'), routes.length]).toEqual([true, 1]);
    const found = reached([own[0] ?? '', ...routes], files);
    expect(files.filter((file) => !found.has(file))).toEqual([]);
  });
});
