/** Mutations that change nothing a test could see, with the reason. */
export const accepted: readonly {
  readonly file: string;
  /** The line as it stands, without the spaces around it. */
  readonly text: string;
  readonly from: string;
  readonly why: string;
}[] = [];
