/**
 * A code in groups of four, for reading aloud: `X7K29QPL` → `X7K2 9QPL`. A code that brings its own groups
 * (dashes, spaces) keeps them. Only for the eye: what is copied is the code itself.
 */
export function groupCode(code: string): string {
  if (/[\s-]/.test(code)) return code;
  return code.replace(/(.{4})(?=.)/gu, '$1 ');
}
