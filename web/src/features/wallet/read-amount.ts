/**
 * An amount in DA from a field, or why it cannot be sent (SPEC §5): nothing entered is missing; text, zero and less
 * are invalid. A browser's number field hands out nothing for what it cannot read: `unreadable` tells the two apart.
 */
export function readAmount(text: string, unreadable = false): number | 'missing' | 'invalid' {
  if (unreadable) return 'invalid';
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return 'missing';
  const amount = Number(trimmed);
  return Number.isFinite(amount) && amount > 0 ? amount : 'invalid';
}
