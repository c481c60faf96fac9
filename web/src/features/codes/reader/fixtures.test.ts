import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { readCodeLines } from '@almas/contract/code-lines';
import { expect, test } from 'vitest';
import { judgeRows } from './judge.ts';
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
  /** The columns among which somebody has to choose. */
  readonly question?: number;
  /** Why the file is no list. */
  readonly refused?: string;
}

const folder = new URL('../../../../../tests/fixtures/imports/', import.meta.url);
const fixtures = JSON.parse(readFileSync(new URL('readings.json', folder), 'utf8')) as Fixture[];

async function readingOf(file: string): Promise<Partial<Fixture>> {
  const reading = await readBytes(await readFile(new URL(file, folder)));
  if (reading.kind === 'refused') return { refused: reading.reason };
  if (reading.question.length > 0) return { codes: [], question: reading.question.length };
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
