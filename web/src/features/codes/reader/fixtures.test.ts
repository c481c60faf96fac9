import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { readCodeLines } from '@almas/contract/code-lines';
import { expect, test } from 'vitest';
import { judgeRows } from './judge.ts';
import { listedKinds } from './kinds.ts';
import { readBytes } from './read-codes.ts';

/** A file in a shape in which distributors send codes, and what it is read as. */
interface Fixture {
  readonly file: string;
  readonly shape: string;
  /** Imported without a question. */
  readonly codes?: readonly string[];
  /** Of each code, '' for none. */
  readonly serials?: readonly string[];
  /** Lines that are shown and left out. */
  readonly leftOut?: number;
  /** The number of columns to choose among. */
  readonly question?: number;
  /** The number of offers of which it has codes. */
  readonly kinds?: number;
  /** The number of sheets to choose among. */
  readonly sheets?: number;
  /** Why the file is no list. */
  readonly refused?: string;
}

const folder = new URL('../../../../../tests/fixtures/imports/', import.meta.url);
const fixtures = JSON.parse(readFileSync(new URL('readings.json', folder), 'utf8')) as Fixture[];

async function readingOf(file: string): Promise<Partial<Fixture>> {
  const reading = await readBytes(await readFile(new URL(file, folder)));
  if (reading.kind === 'refused') return { refused: reading.reason };
  if (reading.kind === 'sheets') return { codes: [], sheets: reading.sheets.length };
  if (reading.question.length > 0) return { codes: [], question: reading.question.length };
  const listed = listedKinds(reading.grid, reading.roles);
  if (listed) return { codes: [], kinds: listed.kinds.length };
  const rows = judgeRows(reading.grid, reading.roles, '2026-11-27');
  const good = rows.filter(({ verdict }) => verdict.state === 'good');
  const list = readCodeLines(
    good.map(({ code }) => code),
    good.map(({ serial }) => serial),
  );
  return {
    codes: list.codes,
    ...(list.serials.some((serial) => serial !== '') && { serials: list.serials }),
    ...(rows.length > good.length && { leftOut: rows.length - good.length }),
  };
}

test.each(fixtures)(
  '$file ($shape) is read as its distributor meant it [STK-04][STK-05]',
  async ({ file, shape, ...right }) => {
    expect(await readingOf(file)).toEqual(right);
  },
);

const plural = (count: number) => `${count} ${count === 1 ? 'code' : 'codes'}`;
const refusals: Readonly<Record<string, string>> = {
  webPage: 'a web page',
  data: 'data of a program',
  noCodes: 'no code in it',
  noText: 'no text',
  oldWorkbook: 'an old workbook',
  damagedWorkbook: 'damaged',
};

function inWords({ codes = [], serials, leftOut, question, kinds, sheets, refused }: Fixture): string {
  if (refused) return `refused: ${refusals[refused]}`;
  if (sheets) return 'asks for the sheet';
  if (kinds) return 'asks for the offer';
  if (question) return question > 1 ? 'asks for the column' : 'asks whether the column is the code';
  return [plural(codes.length), serials && 'with serials', leftOut && `${leftOut} left out`]
    .filter(Boolean)
    .join(', ');
}

test('docs/imports.md lists each fixture with its shape and reading, and the files are these [STK-05]', async () => {
  const page = await readFile(new URL('../../../docs/imports.md', folder), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| \S+\.\w+ \|/.test(line));
  expect(rows).toEqual(
    fixtures.map(
      (fixture) => `| ${fixture.file} | ${fixture.shape.replaceAll('|', '\\|')} | ${inWords(fixture)} |`,
    ),
  );
  const files = (await readdir(folder)).filter((name) => name !== 'readings.json').sort();
  expect(fixtures.map(({ file }) => file).sort()).toEqual(files);
});

test('the reader asks for the column in at most 5 % of the shapes, of which there are at least 90 [STK-05]', () => {
  const lists = fixtures.filter(({ refused }) => !refused);
  expect(lists.length).toBeGreaterThanOrEqual(90);
  const asked = lists.filter(({ question }) => question !== undefined).length;
  expect(asked / lists.length).toBeLessThanOrEqual(0.05);
});
