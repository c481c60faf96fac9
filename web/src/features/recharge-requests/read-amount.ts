/**
 * An amount as people type it, `2 500`, `2500,50` or `2500.50` → DA. What is no number stays the text that it was, so
 * that the server's own sentence answers; nothing typed is undefined.
 */
export function readAmount(text: string): number | string | undefined {
  const bare = text.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  if (bare === '') return undefined;
  const amount = Number(bare);
  return Number.isFinite(amount) ? amount : text;
}
