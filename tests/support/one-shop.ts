import { readFileSync } from 'node:fs';

/** docs/one-shop.md. */
export const page = readFileSync(new URL('../../docs/one-shop.md', import.meta.url), 'utf8');

/** The fenced blocks of commands below a heading of the page; of the whole page without one. */
export function blocksOf(heading?: string): string[] {
  const text = heading === undefined ? page : (page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '');
  return [...text.matchAll(/^```\n([\s\S]*?)\n```$/gm)].map(([, block = '']) => block);
}
