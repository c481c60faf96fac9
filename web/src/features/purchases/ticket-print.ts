/**
 * A way to print a ticket; resolves with what the ticket says of its print. `record` records the print on the server, then calls
 * `leave` with what the ticket says of it, and resolves with that; what `leave` throws keeps the number for the next press.
 */
export type PrintWay = (
  record: (leave: (mark: string) => Promise<void> | void) => Promise<string>,
) => Promise<string>;

/** Why a ticket was not printed, or not whole: a sentence to show. */
export class PrintProblem extends Error {
  override readonly name = 'PrintProblem';
}
