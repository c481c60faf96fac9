import { receiptPrinter as words } from '@almas/locale/screens/receipt-printer';
import { type ChosenPrinter, openPrinter, PrinterError } from '../receipt-printer/connections.ts';
import { drawText } from '../receipt-printer/draw-text.ts';
import { PrinterButtons } from '../receipt-printer/printer-buttons.tsx';
import { canPrintCodes, ticketBytes } from './ticket-bytes.ts';
import type { TicketContent } from './ticket-content.ts';
import styles from './ticket-dialog.module.css';
import { PrintProblem, type PrintWay } from './ticket-print.ts';

interface TicketPrinterProps {
  readonly width: '58' | '80';
  readonly tickets: (mark: string) => readonly TicketContent[];
  /** A print is in progress, or the ticket is not completely loaded. */
  readonly busy: boolean;
  readonly onPrint: (way: PrintWay) => void;
}

/** Prints the ticket on the counter's receipt printer, without the browser's print dialog. */
export default function TicketPrinter({ width, tickets, busy, onPrint }: TicketPrinterProps) {
  return (
    <div className={`wrap ${styles.printer}`}>
      <PrinterButtons busy={busy} onPrint={(printer) => onPrint(printOn(printer, width, tickets))} />
    </div>
  );
}

/**
 * The printer is opened first, without sending a byte: when that fails, no number is recorded. Once a number is recorded, bytes
 * may have been sent, so a print that is interrupted counts as printed.
 */
function printOn(
  printer: ChosenPrinter,
  width: TicketPrinterProps['width'],
  tickets: TicketPrinterProps['tickets'],
): PrintWay {
  return async (record) => {
    if (!tickets('').every(canPrintCodes)) throw new PrintProblem(words.unprintableCode);
    const link = await openPrinter(printer).catch((error: unknown) => {
      const fault = error instanceof PrinterError ? error.fault : 'silent';
      throw new PrintProblem(`${words.nothingPrinted} ${words.faults[fault]}`);
    });
    try {
      let isStopped = false;
      const mark = await record(async (recorded) => {
        try {
          // All tickets at once: a serial port is closed after what it was given.
          const bytes = tickets(recorded).flatMap((content) => [...ticketBytes(content, width, drawText)]);
          await link.write(Uint8Array.from(bytes));
        } catch {
          isStopped = true;
        }
      });
      if (isStopped) throw new PrintProblem(words.interrupted(mark));
      return mark;
    } finally {
      await link.close();
    }
  };
}
