/** A price that an administrator confirms: above the configured limit, or one that rises or falls by more than it or by more than 20 %. */
export function isUnusualChange(from: number, to: number, above: number): boolean {
  if (from === to) return false;
  const by = Math.abs(to - from);
  return to > above || by > above || by > from * 0.2;
}
