import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

/*
 * Names and prose use the field's terms. These words were used in a private meaning; French texts and released migrations are
 * excluded. Turned red by: one of the words in a comment, a name or a test title.
 */
const banned =
  /\b(shel(f|ve|ved|ves)|ladder|climb(s|ed|ing)?|rungs?|farewell|beats?|chores?|heard|envelopes?|somebody|strangers?|nobody|people|whoever|purse|told|remembered|dressed|houses?|doors?)\b/i;

/** A name in camel case or with underscores as separate words, as a reader sees it. */
const asWords = (text: string): string =>
  text
    .replaceAll(/'0014_shelf_front\.sql'|DROP COLUMN shelf_front/g, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ');

const files = sourceFiles(/\.(ts|tsx|mjs|sql|css|sh|md)$/).filter(
  ({ path }) =>
    !/^(locale\/src\/fr\/|server\/src\/database\/migrations\/|docs\/acceptance\.md|CHANGELOG\.md)/.test(
      path,
    ) && path !== 'tests/conventions/words.test.ts',
);

describe('words', () => {
  test('names, comments, titles and documents use none of the banned words', () => {
    const found = files.flatMap(({ path, text }) =>
      text
        .split('\n')
        .map((line, index) => ({ where: `${path}:${index + 1}`, word: banned.exec(asWords(line))?.[0] }))
        .filter(({ word }) => word),
    );
    expect(found).toEqual([]);
  });

  test('no document or comment cites a document that is not in the repository', () => {
    const found = files.flatMap(({ path, text }) =>
      text
        .split('\n')
        .map((line, index) => ({
          where: `${path}:${index + 1}`,
          cited: /\b(SPEC|DESIGN|CHECKLIST|RELIABILITY|PERFORMANCE|STYLE|BEYOND)(\.md| ?§)/.exec(line)?.[0],
        }))
        .filter(({ cited }) => cited),
    );
    expect(found).toEqual([]);
  });
});

describe('exported names', () => {
  test.each(['server', 'web', 'locale', 'contract'])(
    'every name that %s exports is exported by one file only',
    (name) => {
      const modules = new Map<string, Set<string>>();
      for (const { path, text } of sourceFiles(new RegExp(`^${name}/src/(?!ar/).*\\.tsx?$`)))
        for (const [, exported = ''] of text.matchAll(
          /^export (?:async )?(?:const|function|class|type|interface|enum) (\w+)/gm,
        ))
          modules.set(exported, (modules.get(exported) ?? new Set()).add(path));
      const twice = [...modules].filter(([, paths]) => paths.size > 1);
      expect(twice.map(([exported, paths]) => [exported, ...paths])).toEqual([]);
    },
  );
});
