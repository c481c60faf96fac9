import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sourceFiles, sourcePaths } from '../support/source-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ignored = new Set(['node_modules', 'dist', 'data', 'test-results', 'screenshots', '.git']);

function filesOf(folder: string, ending: RegExp): string[] {
  return readdirSync(folder).flatMap((name) => {
    if (ignored.has(name)) return [];
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return filesOf(path, ending);
    return ending.test(name) ? [path] : [];
  });
}

const documents = filesOf(root, /\.md$/);

test('every relative link of a document leads to a file', () => {
  expect(documents.length).toBeGreaterThan(15);
  const broken = documents.flatMap((path) => {
    const text = readFileSync(path, 'utf8').replaceAll(/```[\s\S]*?```/g, '');
    return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = '']) => target.split('#')[0] ?? '')
      .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
      .filter((target) => !existsSync(join(dirname(path), target)))
      .map((target) => `${relative(root, path)}: ${target}`);
  });
  expect(broken).toEqual([]);
});

test('every promise that a document or a test cites is in docs/promises.md, and its test files exist', () => {
  const text = readFileSync(join(root, 'docs', 'promises.md'), 'utf8');
  const known = new Set([...text.matchAll(/\bP\d{1,2}\b/g)].map(([id]) => id));
  const sources = [...documents, ...filesOf(join(root, 'tests'), /\.test\.ts$/)];
  const promises = sources.flatMap((path) => readFileSync(path, 'utf8').match(/\bP\d{1,2}\b(?!')/g) ?? []);
  expect([...new Set(promises)].filter((id) => !known.has(id))).toEqual([]);
  const files = [...text.matchAll(/`((?:tests|server)\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

const cited =
  /(?<![\w./@-])(?:(?:server|web|contract|locale|tests|bench|scripts|ops|docs)\/[\w./-]*\w|(?:[\w-]+\/)+[\w.-]+\.(?:tsx?|mjs|sql))/g;
/** Created by the build, or a placeholder. */
const standsForOthers = /\b(dist|former-assets|NAME|x)\b/;

// Turned red by: a file that a comment names is renamed or removed.
test('every path that a comment or a document cites is in the repository', () => {
  const paths = sourcePaths();
  const known = new Set(
    paths.flatMap((path) => [path, path.replace(/(\.test)?\.\w+$/, ''), ...foldersOf(path)]),
  );
  const exists = (name: string) =>
    known.has(name) || paths.some((path) => path.endsWith(`/${name}`) || path.startsWith(`${name}-`));
  const texts = sourceFiles(/\.(ts|tsx|mjs|sql|md)$/).filter(
    ({ path }) => !/^(docs\/acceptance\.md|CHANGELOG\.md|server\/src\/database\/migrations\/)/.test(path),
  );
  const missing = texts.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const prose = path.endsWith('.md') ? line : (/(?:^|\s)(?:\/\/|\/?\*|--)\s(.*)/.exec(line)?.[1] ?? '');
      return [...prose.matchAll(cited)]
        .map(([name]) => name)
        .filter((name) => !standsForOthers.test(name) && !exists(name))
        .map((name) => `${path}:${index + 1} ${name}`);
    }),
  );
  expect(missing).toEqual([]);
});

// Turned red by: a file that a test or a command has left in the folder from which it was started.
test('the root of the repository holds no file but those of the project', () => {
  const own = [
    ...[
      '.dockerignore',
      '.editorconfig',
      '.gitignore',
      '.npmrc',
      '.nvmrc',
      'LICENSE',
      'biome.json',
      'knip.json',
      'renovate.json',
      'tsconfig.base.json',
    ],
    ...['package.json', 'package-lock.json', 'playwright.config.ts', 'vitest.config.ts'],
    ...['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'README.md'],
  ];
  const files = sourcePaths().filter((path) => !path.includes('/'));
  expect(files.sort()).toEqual(own.sort());
});

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

// Turned red by: a key that is derived from the fingerprint key and that the page of the keys does not know.
test('docs/code-keys.md has every purpose for which a key is derived from the fingerprint key, and no other', () => {
  const derived = sourceFiles(/^server\/src\/.*(?<!\.test)\.ts$/).flatMap(({ text }) =>
    [...text.matchAll(/(?:\.derive\(|derivedKey\(keys, )['`]([\w-]+)/g)].map(([, purpose]) => purpose),
  );
  const page = readFileSync(join(root, 'docs', 'code-keys.md'), 'utf8');
  const [, list = ''] = /\nFrom the fingerprint key (.*?)\n\n/s.exec(page) ?? [];
  const listed = [...list.matchAll(/`([\w-]+)`/g)].map(([, purpose]) => purpose);
  expect(listed.sort()).toEqual([...new Set(derived)].sort());
});
