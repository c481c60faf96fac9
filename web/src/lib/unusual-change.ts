/** More than 20 %, up or down. */
export const changesMuch = (from: number, to: number): boolean => Math.abs(to - from) > from * 0.2;

/** A price (above 0: another one is refused) that an administrator confirms: above the configured limit, or one that rises or falls by more than it or by more than 20 %. */
export function isUnusualChange(from: number, to: number, above: number): boolean {
  if (from === to || to <= 0) return false;
  const by = Math.abs(to - from);
  return to > above || by > above || changesMuch(from, to);
}
