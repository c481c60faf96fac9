import { expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.ts';

const styles = sourceFiles(/^web\/src\/.*\.css$/).filter(({ path }) => !path.endsWith('/tokens.css'));

const lines = (wrong: RegExp) =>
  styles.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (wrong.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );

// Turned red by: `margin-left: auto`, `text-align: right`, `left: 14px`, `padding: 8px 10px 4px 20px`.
test('style sheets name logical sides, never left and right', () => {
  const side =
    /^\s*(?:(?:[a-z-]+-)?(?:left|right)(?:-[a-z]+)?:|(?:text-align|float|clear|justify-[a-z]+|background-position): .*\b(?:left|right)\b)/;
  expect(lines(side)).toEqual([]);
  const four = /^\s*(?:margin|padding|inset|scroll-(?:margin|padding)): (\S+) (\S+) (\S+) (\S+);/;
  const uneven = styles.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line) => {
      const sides = /\(/.test(line.replaceAll(/var\([^)]*\)/g, '')) ? null : four.exec(line);
      return sides && sides[2] !== sides[4] ? [`${path}: ${line.trim()}`] : [];
    }),
  );
  expect(uneven).toEqual([]);
});

// Turned red by: `gap: 12px`, `font-size: 0.8125rem`, `background: #07382b`.
test('style sheets take space, sizes of type and the colour of the sidebar from the tokens', () => {
  const scale = [2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 32, 40].join('|');
  const onScale = new RegExp(
    `^\\s*(?:(?:row-|column-)?gap|(?:padding|margin)[a-z-]*): (?:.*[\\s(])?(?:${scale})px\\b`,
  );
  expect(lines(onScale)).toEqual([]);
  expect(lines(/font-size: (?:0\.75|0\.8125|0\.875|0\.9375|1|1\.125|1\.375|1\.75|2\.25)rem/)).toEqual([]);
  expect(lines(/#07382b/i)).toEqual([]);
});

// Turned red by: `letter-spacing: -0.01em` beside tabular figures, which closes the space between their groups.
test('no rule sets tabular figures closer than their font [WRK-64]', () => {
  const close = styles.flatMap(({ path, text }) =>
    [...text.matchAll(/[^{}]*\{[^{}]*\}/g)].flatMap(([rule]) =>
      /tabular-nums/.test(rule) && /letter-spacing: -/.test(rule) ? [`${path}: ${rule.trim()}`] : [],
    ),
  );
  expect(close).toEqual([]);
});
