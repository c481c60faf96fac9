import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

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
  const cited = sources.flatMap((path) => readFileSync(path, 'utf8').match(/\bP\d{1,2}\b(?!')/g) ?? []);
  expect([...new Set(cited)].filter((id) => !known.has(id))).toEqual([]);
  const files = [...text.matchAll(/`((?:tests|server)\/[\w./-]+)`/g)].map(([, path = '']) => path);
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
