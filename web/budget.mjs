// Fails when a first load grows beyond its budget: gzipped JavaScript of the entry, everything it imports
// statically, and the chunks of the screen. Run after `npm run build`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));

/** A chunk that the build puts together by name (vite.config.ts). */
const chunk = (name) =>
  Object.keys(manifest).find((key) => key.startsWith(`_${name}-`) && key.endsWith('.js'));

const screens = {
  '/login': { budget: 136, sources: ['index.html', 'src/routes/login.tsx'] },
  '/dashboard': {
    budget: 150,
    sources: [
      'index.html',
      'src/app/frame.tsx',
      'src/routes/dashboard.tsx',
      'src/routes/reseller-dashboard.tsx',
    ],
  },
  '/catalog': {
    budget: 150,
    sources: ['index.html', 'src/app/frame.tsx', chunk('signed-in'), chunk('catalogue')],
  },
};

/** Every file that the sources need before they run. */
function closure(sources) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    if (!manifest[key]) throw new Error(`${key} is not in the build`);
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  for (const source of sources) visit(source);
  return [...seen].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'));
}

const kilobytes = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / 1000;

let over = false;
for (const [screen, { budget, sources }] of Object.entries(screens)) {
  const files = closure(sources).map((file) => ({ file, size: kilobytes(file) }));
  const total = files.reduce((sum, { size }) => sum + size, 0);
  over ||= total > budget;
  process.stdout.write(
    `${total > budget ? 'OVER' : 'ok  '} ${screen} ${total.toFixed(1)} kB of ${budget} kB\n`,
  );
  if (process.argv.includes('--files')) {
    for (const { file, size } of files.sort((a, b) => b.size - a.size))
      process.stdout.write(`     ${size.toFixed(1)} ${file}\n`);
  }
}
process.exitCode = over ? 1 : 0;
