import { readFileSync } from 'node:fs';

/** docs/one-shop.md. */
export const page = readFileSync(new URL('../../docs/one-shop.md', import.meta.url), 'utf8');

/** docs/upgrades.md. */
export const upgrades = readFileSync(new URL('../../docs/upgrades.md', import.meta.url), 'utf8');

/** The fenced blocks of commands below a heading of a page; of the whole page without one. */
export function blocksOf(heading?: string, of = page): string[] {
  const text = heading === undefined ? of : (of.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '');
  return [...text.matchAll(/^```\n([\s\S]*?)\n```$/gm)].map(([, block = '']) => block);
}
