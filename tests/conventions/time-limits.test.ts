import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { allPages } from '../support/pages.ts';
import { type SourceFile, sourceFiles } from '../support/source-files.ts';

/*
 * No test is about speed: one that hangs is ended by the one limit of tests/support/test-timeout.ts. A limit of its own turned
 * tests red that were right, on a machine that was busy. Turned red by: each of the calls at the end.
 */
const declares = /^(test|it|describe|(before|after)(All|Each))\b/;
const ownLimit = /^test\.(setTimeout|slow)$/;

/** A loop over the pages of a list that only the server ends: `allPages` has a bound. */
const readsPages = /(for \(let \w*cursor\b[^;]*;\s*;|while \(\w*cursor\b)/i;

/** Where a file gives a test, a hook or a group its own limit of time. */
function limitsIn({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const { program } = parseSync(path, text);
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      const name = text.slice(callee.start, callee.end);
      const line = text.slice(0, callee.start).split('\n').length;
      if (!declares.test(name)) return;
      const hasOption = given.some(
        (argument) =>
          argument.type === 'ObjectExpression' &&
          argument.properties.some(
            (property) =>
              property.type === 'Property' && text.slice(property.key.start, property.key.end) === 'timeout',
          ),
      );
      // A limit as the last argument, after the function.
      const run = given.findIndex(({ type }) => /Function/.test(type));
      const isBehind = run >= 0 && given.length > run + 1;
      if (ownLimit.test(name) || hasOption || isBehind) found.push(`${path}:${line}`);
    },
  }).visit(program);
  return found;
}

test('no test, hook or group has a time limit of its own', () => {
  expect(sourceFiles(/\.test\.(ts|mjs)$/).flatMap(limitsIn)).toEqual([]);
});

// A broken order of a list made such a test run until the limit of a test that hangs.
test('tests read the pages of a list with allPages, which ends', () => {
  const files = sourceFiles(/^tests\/(?!conventions\/).*\.ts$/).filter(({ text }) => readsPages.test(text));
  expect(files.map(({ path }) => path)).toEqual([]);
});

test('a list whose pages begin again, and one with ever new pages, fail the test that reads them', async () => {
  const next: Record<string, string> = { '': 'b', '&cursor=b': 'c', '&cursor=c': 'b' };
  const again = allPages(async (cursor) => ({ nextCursor: next[cursor] ?? null }));
  await expect(again).rejects.toThrow('the list has no end: after page 3 comes the cursor b');
  const endless = allPages(async (cursor) => ({ nextCursor: `${cursor.slice('&cursor='.length)}x` }));
  await expect(endless).rejects.toThrow('the list has no end: after page 1000');
});

test.each([
  "for (let cursor = ''; ; ) {",
  "for (let nextCursor = '', page = 0; ; page += 1) {",
  'while (cursor !== null) {',
  'do { read(); } while (cursor);',
])('a loop that reads pages without an end is found: %s', (text) => {
  expect(readsPages.test(text)).toBe(true);
});

test.each([
  "test('a title', async () => {}, 120_000);",
  "test('a title', { timeout: 60_000 }, () => {});",
  "test.each([1])('a title', { timeout }, () => {});",
  "describe('a group', { timeout: rounds * 500 }, () => {});",
  'beforeAll(async () => {}, 90_000);',
  'test.describe.configure({ timeout: 300_000 });',
  "test('a title', async () => { test.setTimeout(1); });",
  "test('a title', async () => { test.slow(); });",
])('a test with a time limit of its own is found: %s', (text) => {
  expect(limitsIn({ path: 'a.test.ts', text })).toEqual(['a.test.ts:1']);
});
