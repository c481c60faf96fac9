import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

/*
 * How the French texts are written. Turned red by: « l'offre » in a text of our own; a sentence with DA and DZD; a text of
 * one with the plural's s; a date format of its own; a second name for « Mes cartes » or for the appearance « Système ».
 */
const acceptance = readFileSync('docs/acceptance.md', 'utf8');
/** The acceptance table has only its end, and its parts are around figures. */
const parts = ["DZD pour l'achat"];
const files = sourceFiles(/^locale\/src\/fr\/.*\.ts$/).filter(({ path }) => !path.endsWith('.test.ts'));

/** Every text in the source: the parts of a template between its values, and the strings. */
const literals = files.flatMap(({ path, text }) =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .split('\n')
    .map((line) => ({ path, line })),
);

type Text = { readonly where: string; readonly text: string };
const modules = import.meta.glob<Record<string, unknown>>(
  ['../../locale/src/fr/**/*.ts', '!**/*.test.ts', '!**/formats.ts'],
  { eager: true },
);

/** The texts that a text function returns for the count 1, with each form of arguments that such functions take. */
function textsOf(text: (...args: unknown[]) => unknown): string[] {
  const texts: string[] = [];
  const forms =
    text.length === 1
      ? [[1]]
      : [
          ['1', false, '1', false],
          [1, false, 1, false],
          [1, 0],
        ];
  for (const args of forms)
    try {
      texts.push(...[text(...args)].flat().map(String));
    } catch {
      // This function takes other arguments than numbers.
    }
  return texts;
}

function walk(where: string, value: unknown): Text[] {
  if (typeof value === 'string') return [{ where, text: value }];
  if (typeof value === 'function')
    return textsOf(value as (...args: unknown[]) => unknown).map((text) => ({ where, text }));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) => walk(`${where}.${name}`, part));
}
const texts = Object.entries(modules).flatMap(([path, module]) =>
  walk(path.replace(/.*\/fr\//, '').replace(/\.ts$/, ''), module),
);
/** What a server prints for its operator; everything else is read by users. */
const isForOperators = ({ where }: Text) => /^(audit|operator|archive|cluster|runtime|demo)\./.test(where);
/** Sentences of the specification itself. */
const fixed = /disponible\(s\)|code\(s\) importé\(s\) avec succès/;

describe('a French text', () => {
  test('a French text has the typographic apostrophe, except where the specification fixes the other one', () => {
    const found = literals
      .filter(({ line }) => /\p{L}'\p{L}/u.test(line))
      .flatMap(({ path, line }) =>
        [...line.matchAll(/["`]((?:(?!["`]).)*)["`]/g)]
          .map(([, text = '']) => text)
          .flatMap((text) => text.split(/\$\{[^}]*\}/))
          .filter(
            (text) =>
              /\p{L}'\p{L}/u.test(text) && !acceptance.includes(text.trim()) && !parts.includes(text.trim()),
          )
          .map((text) => `${path}: ${text}`),
      );
    expect(found).toEqual([]);
  });

  test('a French text names one currency, and writes its amounts in one way', () => {
    expect(texts.length).toBeGreaterThan(900);
    expect(texts.filter(({ text }) => /\bDA\b/.test(text) && /\bDZD\b/.test(text))).toEqual([]);
    const mixed = literals.filter(
      ({ line }) => line.includes('plainAmount(') && /formatAmount\(|formatCount\(/.test(line),
    );
    expect(mixed).toEqual([]);
  });

  test('a date on a screen is formatted by the formats of its language, and by no other file', () => {
    const screens = sourceFiles(/^(web|locale)\/src\/.*\.tsx?$/).filter(
      ({ path }) => !path.endsWith('.test.ts') && !/^locale\/src\/(fr|ar)\/formats\.ts$/.test(path),
    );
    expect(screens.length).toBeGreaterThan(200);
    const own = screens.filter(({ text }) => /Intl\.DateTimeFormat|\.toLocale(Date|Time)String\(/.test(text));
    expect(own.map(({ path }) => path)).toEqual([]);
  });

  test('what a command prints has a decimal comma: only locale/src/fr/formats.ts rounds a figure for a reader', () => {
    const printed = sourceFiles(/^(locale\/src\/fr|server\/src|bin|scripts)\/.*\.m?[jt]s$/).filter(
      ({ path }) => path !== 'locale/src/fr/formats.ts' && !/\.test\.m?[jt]s$/.test(path),
    );
    expect(printed.length).toBeGreaterThan(300);
    const points = printed.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => /\.toFixed\(/.test(line) && !line.includes(".replace('.', ',')"))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(points).toEqual([]);
  });

  test('French texts name the screen of bought codes and the appearances alike everywhere', () => {
    const heads = texts.map(({ text }) => text.replace(/ : .*/, ''));
    const labels = (word: RegExp) => [...new Set(heads.filter((head) => word.test(head)))];
    // The specification has its two entries of the sidebar; everything else has the name of the screen.
    const bought = labels(/^(?=.*\b(cartes|codes|achats)\b)(mes|voir les) /i);
    expect(bought.sort()).toEqual([
      'Mes cartes',
      'Mes cartes et opérations',
      'Voir les cartes',
      'Voir les codes',
    ]);
    expect(labels(/« Mes (achats|codes|opérations) »/)).toEqual([]);
    expect(labels(/^(auto|automatique|système|selon l)/i)).toEqual(['Système']);
  });

  test('a French text about one thing is in the singular', () => {
    const plural = /(^|[^\d\p{L},.])1[ \u00a0\u202f](?!mois|fois|accès|cours|dans|demandés)\p{L}{3,}s\b/u;
    const found = texts.filter((entry) => !isForOperators(entry) && plural.test(entry.text));
    expect(found).toEqual([]);
    const either = texts.filter(
      (entry) => !isForOperators(entry) && /\p{L}\(s\)/u.test(entry.text) && !fixed.test(entry.text),
    );
    expect(either).toEqual([]);
  });
});
