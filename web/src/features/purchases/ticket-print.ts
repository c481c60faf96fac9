/**
 * A way to print a ticket; resolves with the print mark on the ticket. `record` records the print on the server, then calls
 * `leave` with the print mark and resolves with it; when `leave` throws, the next press keeps the number.
 */
export type PrintWay = (
  record: (leave: (mark: string) => Promise<void> | void) => Promise<string>,
) => Promise<string>;

/** Why a ticket was not printed, or not whole: a sentence to show. */
export class PrintProblem extends Error {
  override readonly name = 'PrintProblem';
}
