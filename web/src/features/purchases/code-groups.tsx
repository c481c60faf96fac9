import { groupCode } from './code-format.ts';

/** A code in visual groups; a screen reader and a selection get the code itself. */
export const CodeGroups = ({ code }: { readonly code: string }) =>
  groupCode(code)
    .split(' ')
    .map((group, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one code keep their order
      <span key={index}>{group}</span>
    ));
