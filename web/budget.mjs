// Fails when a first load grows beyond its budget: the gzipped JavaScript that a screen needs, and how many files. Run
// after `npm run build`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, 'dist');
/** Scripts and styles of each screen (build/screens.ts). */
const screens = Object.entries(JSON.parse(readFileSync(join(dist, 'screens.json'), 'utf8'))).map(
  ([path, { files }]) => [path, files],
);

/** Kilobytes of the screens that a visitor or a reseller sees first. */
const budgets = { '/login': 155, '/dashboard': 140, '/catalog': 150 };
/** Scripts and styles of any screen, together: a browser asks for six at a time. */
const mostFiles = 20;

const kilobytes = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000;

let over = false;
function judge(isOver, text) {
  over ||= isOver;
  process.stdout.write(`${isOver ? 'OVER' : 'ok  '} ${text}\n`);
}

for (const [path, budget] of Object.entries(budgets)) {
  const [, files = []] = screens.find(([screen]) => screen === path) ?? [];
  const scripts = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file, size: kilobytes(file) }))
    .sort((a, b) => b.size - a.size);
  const total = scripts.reduce((sum, { size }) => sum + size, 0);
  // No script at all: the screen has left the build, not its weight.
  judge(total === 0 || total > budget, `${path} ${total.toFixed(1)} kB of ${budget} kB`);
  if (process.argv.includes('--files'))
    for (const { file, size } of scripts) process.stdout.write(`     ${size.toFixed(1)} ${file}\n`);
}
const [heaviest, files] = screens.reduce((most, next) => (next[1].length > most[1].length ? next : most));
judge(files.length > mostFiles, `every screen: at most ${files.length} of ${mostFiles} files (${heaviest})`);
process.exitCode = over ? 1 : 0;
