import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { provenIds, readRows, summary, unknownIds } from './acceptance.mjs';
import { failures, fileErrors, playwrightTests, slowest, vitestTests } from './results.mjs';

const page = `
| id | statement | by | spec |
|---|---|---|---|
| CAT-01 | A search with \`a | b\` works. | UI | §2 l.70 |
| CAT-02 | Second. | OP, UI | §2 l.71; §5 l.2 |
| BUY-01 | Third. | DB | §3 l.72 |
`;

describe('the rows', () => {
  test('the rows of the acceptance page are read with their areas', () => {
    const areas = readRows(page);
    expect([...areas.keys()]).toEqual(['CAT', 'BUY']);
    expect(areas.get('CAT').map((row) => row.id)).toEqual(['CAT-01', 'CAT-02']);
    expect(areas.get('CAT')[0].statement).toBe('A search with `a | b` works.');
  });

  test('docs/acceptance.md has 808 rows of the specification, in 27 areas', () => {
    const areas = readRows(readFileSync(new URL('../../docs/acceptance.md', import.meta.url), 'utf8'));
    const specified = [...areas.values()].filter((rows) => !rows.some(({ added }) => added));
    expect(specified).toHaveLength(27);
    expect(specified.flat()).toHaveLength(808);
  });
});

describe('a row is proven', () => {
  const areas = readRows(page);

  test('a row is proven by a passed test that has its id in brackets, and by no other', () => {
    const tests = [
      { title: 'finds a game [CAT-01][BUY-01]', passed: true },
      { title: 'fails [CAT-02]', passed: false },
      { title: 'mentions CAT-02 without brackets', passed: true },
    ];
    expect(summary(areas, provenIds(tests))).toMatchObject([
      { area: 'CAT', rows: 2, proven: 1, open: [{ id: 'CAT-02' }] },
      { area: 'BUY', rows: 1, proven: 1, open: [] },
    ]);
  });

  test('an id in a title that no row has is reported, and a decision or a promise is not', () => {
    const tests = [{ title: 'x [CAT-99][AMB-13][P4][CAT-01]', passed: true }];
    expect(unknownIds(areas, tests)).toEqual(['CAT-99']);
  });
});

describe('the reports of the runners', () => {
  test('a report of vitest gives titles with their describes, without skipped tests, and counts a file that fails to load', () => {
    const report = {
      testResults: [
        {
          status: 'passed',
          assertionResults: [
            { status: 'passed', fullName: 'catalogue [CAT-01] finds', duration: 12.5 },
            { status: 'skipped', fullName: 'later [CAT-02]' },
          ],
        },
        { status: 'failed', assertionResults: [] },
      ],
    };
    expect(vitestTests(report)).toEqual([
      { title: 'catalogue [CAT-01] finds', passed: true, milliseconds: 12.5, reasons: [] },
    ]);
    expect(fileErrors(report, undefined)).toBe(1);
  });

  test('a report of Playwright gives the tests of nested suites with their failures, without skipped ones', () => {
    const spec = (title, ok, status, errors = []) => ({
      title,
      ok,
      tests: [{ status, results: [{ errors, duration: 40 }] }],
    });
    const error = { message: '\u001b[31mExpected: 1\u001b[39m\nReceived: 0' };
    const report = {
      suites: [
        {
          title: 'buy.test.ts',
          specs: [spec('buys [BUY-01]', true, 'expected')],
          suites: [
            {
              title: 'list [CAT-01]',
              specs: [spec('a', false, 'unexpected', [error]), spec('b', true, 'skipped')],
            },
          ],
        },
      ],
    };
    const tests = playwrightTests(report);
    expect(tests).toEqual([
      { title: 'buy.test.ts buys [BUY-01]', passed: true, milliseconds: 40, reasons: [] },
      {
        title: 'buy.test.ts list [CAT-01] a',
        passed: false,
        milliseconds: 40,
        reasons: ['Expected: 1\nReceived: 0'],
      },
    ]);
    expect(failures(tests)).toEqual(['buy.test.ts list [CAT-01] a\n    Expected: 1\n    Received: 0']);
  });

  test('the slowest tests of a run are named with their seconds, the slowest first', () => {
    const tests = [
      { title: 'a', passed: true, milliseconds: 200 },
      { title: 'b', passed: false, milliseconds: 1_500 },
      { title: 'c', passed: true, milliseconds: 900 },
    ];
    expect(slowest(tests, 2)).toEqual([
      { title: 'b', seconds: 1.5 },
      { title: 'c', seconds: 0.9 },
    ]);
  });
});
