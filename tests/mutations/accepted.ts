/** Mutations that change nothing a test could see, with the reason. */
export const accepted: readonly {
  readonly file: string;
  /** The line as it stands, without the spaces around it. */
  readonly text: string;
  readonly from: string;
  readonly why: string;
}[] = [
  {
    file: 'server/src/modules/purchases/purchase-codes.ts',
    text: "if (purchaseId === undefined) throw fail('KEY_REUSED');",
    from: 'throw fail(',
    why: 'A key of another call is refused before. Only one that is forgotten, after 48 hours, between the sale and the look comes here.',
  },
];
