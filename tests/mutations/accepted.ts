import type { Mutation } from './make-mutations.ts';

export interface Accepted {
  readonly file: string;
  /** The line as it stands, without the spaces around it. */
  readonly text: string;
  readonly from: string;
  /** Which one, from 1, when equal lines or one line allow the change more than once. Without it: each. */
  readonly nth?: number;
  readonly why: string;
}

/** Mutations that change nothing a test could see, with the reason. */
export const accepted: readonly Accepted[] = [
  {
    file: 'server/src/modules/accounts/password-policy.ts',
    text: 'if (found < wanted) from = middle + 1;',
    from: '<',
    why: 'Equal ones were answered in the line before.',
  },
  {
    file: 'server/src/modules/purchases/purchase-codes.ts',
    text: "if (purchaseId === undefined) throw fail('KEY_REUSED');",
    from: 'throw fail(',
    why: 'A key of another call is refused before. Only one that is forgotten, after 48 hours, between the sale and the look comes here.',
  },
];

export const isAccepted = (
  { id, file, text, from }: Pick<Mutation, 'id' | 'file' | 'text' | 'from'>,
  entries: readonly Accepted[] = accepted,
): boolean =>
  entries.some(
    (entry) =>
      entry.file === file &&
      entry.text === text &&
      entry.from === from &&
      (entry.nth === undefined || id.endsWith(`] ${entry.nth}`)),
  );
