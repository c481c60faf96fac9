import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

/*
 * The direction of imports (ARCHITECTURE.md): a file may import only from the folders listed beside its own.
 * The longest matching prefix is the folder of a file.
 */
type Layers = readonly (readonly string[])[];

const texts = ['locale/src/', 'contract/src/'];
const folders: Record<string, readonly string[]> = {
  'contract/src/': ['contract/src/'],
  'locale/src/': ['locale/src/', 'contract/src/'],
  'web/src/lib/': ['web/src/lib/', ...texts],
  'web/src/platform/': ['web/src/platform/', 'web/src/lib/', ...texts],
  'web/src/ui/': ['web/src/ui/', 'web/src/platform/', 'web/src/lib/', ...texts],
  'web/src/features/': ['web/src/features/', 'web/src/ui/', 'web/src/platform/', 'web/src/lib/', ...texts],
  'web/src/worker/': ['web/src/worker/', 'web/src/platform/offline/last-known-names.ts', ...texts],
  'web/src/': ['web/src/', ...texts],
  'server/src/': ['server/src/', 'contract/src/', 'locale/src/'],
};

/** The folders and files of `server/src`, from the lowest layer to the highest; those of one layer do not import each other. */
const layersOfServer: Layers = [
  ['app-error.ts', 'config.ts', 'ids.ts', 'startup-error.ts', 'version.ts'],
  ['bounded-queue.ts', 'folder-lock.ts', 'log.ts', 'low-priority.ts'],
  ['database', 'mail', 'outbound'],
  ['feature-switches.ts', 'idempotency', 'limits', 'money', 'vault'],
  ['authorization'],
  ['http', 'live', 'ports.ts'],
  ['security'],
  ['services.ts'],
  ['pipeline'],
  ['modules'],
  ['audit', 'demo', 'open-services.ts', 'routes.ts', 'runtime', 'schedules'],
  ['app.ts', 'backup'],
  ['upgrade'],
  ['commands', 'main.ts'],
];
/** The folders of `web/src/platform`, likewise. */
const layersOfPlatform: Layers = [['offline'], ['network'], ['session'], ['navigation'], ['release']];

const folderOf = (path: string): string | undefined =>
  Object.keys(folders)
    .filter((folder) => path.startsWith(folder))
    .sort((a, b) => b.length - a.length)[0];

const aliases: [RegExp, string][] = [
  [/^@almas\/contract$/, 'contract/src/index.ts'],
  [/^@almas\/contract\/(.+)$/, 'contract/src/$1.ts'],
  [/^@almas\/locale$/, 'locale/src/fr/index.ts'],
  [/^@almas\/locale\/(ar\/.+)$/, 'locale/src/$1.ts'],
  [/^@almas\/locale\/(.+)$/, 'locale/src/fr/$1.ts'],
  [/^@almas\/server\/(.+)$/, 'server/src/$1.ts'],
];

function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const alias = aliases.find(([pattern]) => pattern.test(specifier));
  return alias && specifier.replace(alias[0], alias[1]);
}

const imports = ({ path, text }: { path: string; text: string }) =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, specifier = '']) => {
    const target = resolve(path, specifier);
    return target ? [{ from: path, to: target }] : [];
  });

const files = sourceFiles(/^(contract|locale|server|web)\/src\/.*(?<!migrations\/.*)\.(tsx?|sql)$/).filter(
  ({ path }) => !/\.test\.tsx?$/.test(path),
);
const arrows = files.flatMap(imports);

describe('imports between the folders', () => {
  test('imports between the folders go only in the allowed direction', () => {
    const wrong = arrows.filter(({ from, to }) => {
      const allowed = folders[folderOf(from) ?? ''] ?? [];
      return !allowed.some((folder) => to.startsWith(folder));
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ['the server', /^server\/src\/([^/]+)/, layersOfServer],
    ['the platform of the web', /^web\/src\/platform\/([^/]+)/, layersOfPlatform],
  ])(
    'every folder of %s is in one layer, and imports only from the layers below its own',
    (_, part, layers) => {
      const partOf = (path: string) => part.exec(path)?.[1];
      const layerOf = (name: string) => layers.findIndex((parts) => parts.includes(name));
      const parts = files.flatMap(({ path }) => partOf(path) ?? []);
      expect([...new Set(parts)].sort()).toEqual(layers.flat().sort());
      const upward = arrows.filter(({ from, to }) => {
        const [own, other] = [partOf(from), partOf(to)];
        return own && other && own !== other && layerOf(other) >= layerOf(own);
      });
      expect(upward).toEqual([]);
    },
  );

  test('other folders import the entries of the platform, and the files that an entry says are loaded apart', () => {
    const loadedApart = new Map(
      files.flatMap(({ path, text }) => {
        const [, folder] = /^(web\/src\/platform\/[^/]+\/)index\.ts$/.exec(path) ?? [];
        return folder ? [[folder, / \* Loaded [\s\S]*?\*\//.exec(text)?.[0] ?? '']] : [];
      }),
    );
    expect(loadedApart.size).toBe(layersOfPlatform.length);
    const wrong = arrows.filter(({ from, to }) => {
      const [, folder, file] = /^(web\/src\/platform\/[^/]+\/)(.+)$/.exec(to) ?? [];
      if (!folder || !file || from.startsWith('web/src/platform/') || file === 'index.ts') return false;
      return !new RegExp(`\\b${file}`).test(loadedApart.get(folder) ?? '');
    });
    expect(wrong).toEqual([]);
  });

  test('imports never lead into the store of another module', () => {
    const moduleOf = (path: string) => /^server\/src\/modules\/([^/]+)\//.exec(path)?.[1];
    const wrong = arrows.filter(
      ({ from, to }) => to.endsWith('.store.ts') && moduleOf(from) !== moduleOf(to),
    );
    expect(wrong).toEqual([]);
  });

  test.each([
    ['the modules of the server', /^server\/src\/modules\/([^/]+)\//],
    ['the features of the screens', /^web\/src\/features\/([^/]+)\//],
  ])('imports between %s make no circle', (_, folder) => {
    const uses = new Map<string, Set<string>>();
    for (const { from, to } of arrows) {
      const [a, b] = [folder.exec(from)?.[1], folder.exec(to)?.[1]];
      if (a && b && a !== b) uses.set(a, (uses.get(a) ?? new Set()).add(b));
    }
    expect(uses.size).toBeGreaterThan(5);
    const circles: string[] = [];
    const walk = (name: string, above: readonly string[]): void => {
      if (above.includes(name)) circles.push([...above.slice(above.indexOf(name)), name].join(' → '));
      else for (const next of uses.get(name) ?? []) walk(next, [...above, name]);
    };
    for (const name of uses.keys()) walk(name, []);
    expect(circles).toEqual([]);
  });
});

describe('money', () => {
  test('rows of the ledger are written in two files only: the posting function and the sale', () => {
    const writers = files.filter(({ text }) => /INSERT INTO ledger\b/i.test(text)).map(({ path }) => path);
    expect(writers.sort()).toEqual([
      'server/src/modules/purchases/sell-codes.sql',
      'server/src/money/post-entry.ts',
    ]);
  });

  test('the balance of an account is never written by the application', () => {
    // The column may be anywhere in the SET list.
    const writesBalance =
      /\bUPDATE\s+users\b(?:(?!\bWHERE\b)[^`;])*\bSET\b(?:(?!\bWHERE\b)[^`;])*\bbalance\s*=/i;
    const writers = files.filter(({ text }) => writesBalance.test(text)).map(({ path }) => path);
    expect(writers).toEqual([]);
  });
});
