/** Gradients that suit each other; white initials are readable on both ends of each. */
const fields = [
  ['#28707f', '#15444f'],
  ['#8a6a14', '#574209'],
  ['#58448a', '#352859'],
  ['#28668f', '#153f5c'],
  ['#9a5416', '#5e300c'],
  ['#4a5660', '#2b343b'],
  ['#0b6b57', '#06423a'],
  ['#3b4f8f', '#242f5e'],
  ['#9a3f3a', '#632421'],
  ['#6a5b1e', '#423810'],
  ['#3f6b2a', '#264417'],
  ['#8a2f4f', '#561a30'],
] as const;

/** With this seed each suggested game has a different gradient. */
const seed = 7_809;

/** Maps names to gradients; the same name always gets the same one (FNV-1a, last bits mixed). */
function hash(text: string): number {
  let value = seed;
  for (const character of text.toLowerCase()) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (value ^ (value >>> 15)) >>> 0;
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
