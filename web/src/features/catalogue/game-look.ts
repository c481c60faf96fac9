/** Fields that live side by side without shouting; white initials stay readable on both ends of each. */
const fields = [
  ['#0b6b57', '#06423a'],
  ['#8a4a1c', '#5a2b10'],
  ['#3b4f8f', '#242f5e'],
  ['#7a3358', '#4c1d37'],
  ['#28707f', '#15444f'],
  ['#6a5b1e', '#423810'],
  ['#58448a', '#352859'],
  ['#9a3f3a', '#632421'],
] as const;

/** Spreads names over the fields; the same name always lands on the same one (FNV-1a). */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text.toLowerCase()) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return value >>> 0;
}

export function gameField(game: string): string {
  const [from, to] = fields[hash(game.trim()) % fields.length] ?? fields[0];
  return `linear-gradient(140deg, ${from}, ${to})`;
}

/** `Free Fire` → `FF`, `Roblox` → `RO`. */
export function gameInitials(game: string): string {
  const [first = '', second] = game.trim().split(/\s+/);
  return (second ? first.charAt(0) + second.charAt(0) : first.slice(0, 2)).toUpperCase();
}
