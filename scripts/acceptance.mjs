// `npm run acceptance`: which rows of docs/acceptance.md a passed test of the last `npm test` proves. `--rows AREA` lists
// the open rows of an area (`--rows all` of every one); `--strict` ends with 1 when a row is open.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { provenIds, readRows, summary, unknownIds } from './lib/acceptance.mjs';
import { root } from './lib/prepare.mjs';
import { say } from './lib/progress.mjs';
import { playwrightTests, readReports, vitestTests } from './lib/results.mjs';

const { vitest, playwright } = readReports(join(root, 'test-results'));
if (!vitest && !playwright) {
  say('there is no report of a test run: npm test writes one');
  process.exit(1);
}
const tests = [...(vitest ? vitestTests(vitest) : []), ...(playwright ? playwrightTests(playwright) : [])];
const areas = readRows(readFileSync(join(root, 'docs', 'acceptance.md'), 'utf8'));
const found = summary(areas, provenIds(tests));

const wanted = process.argv[process.argv.indexOf('--rows') + 1];
for (const { area, open } of found) {
  if (!process.argv.includes('--rows') || (wanted !== 'all' && wanted !== area)) continue;
  for (const row of open) say(`open ${row.id.padEnd(8)} ${row.statement}`);
}
const line = (area, rows, proven) =>
  `${area.padEnd(6)} ${String(rows).padStart(5)} ${String(proven).padStart(7)} ${String(rows - proven).padStart(5)}`;
say('area    rows  proven  open');
for (const { area, rows, proven } of found) say(line(area, rows, proven));
const sum = (key) => found.reduce((total, area) => total + area[key], 0);
say(line('total', sum('rows'), sum('proven')));
const unknown = unknownIds(areas, tests);
if (unknown.length > 0) say(`titles carry ids that no row has: ${unknown.join(', ')}`);
process.exit(process.argv.includes('--strict') && sum('rows') > sum('proven') ? 1 : 0);
