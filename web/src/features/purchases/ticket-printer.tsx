import { receiptPrinter as words } from '@almas/locale/screens/receipt-printer';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { readChosenPrinter } from '../receipt-printer/chosen-printer.ts';
import { type ChosenPrinter, openPrinter, PrinterError } from '../receipt-printer/connections.ts';
import { PrinterDialog } from '../receipt-printer/printer-dialog.tsx';
import { canPrintCodes, ticketBytes } from './ticket-bytes.ts';
import styles from './ticket-dialog.module.css';
import type { TicketFacts } from './ticket-facts.ts';
import { PrintProblem, type PrintWay } from './ticket-print.ts';

interface TicketPrinterProps {
  readonly width: '58' | '80';
  readonly facts: (mark: string) => TicketFacts;
  /** A print is in progress, or the ticket is not completely loaded. */
  readonly busy: boolean;
  readonly onPrint: (way: PrintWay) => void;
}

/** Prints the ticket on the counter's receipt printer, without the browser's print dialog. */
export default function TicketPrinter({ width, facts, busy, onPrint }: TicketPrinterProps) {
  const [printer, setPrinter] = useState(readChosenPrinter);
  const [choosing, setChoosing] = useState(false);
  return (
    <div className={styles.printer}>
      {printer && (
        <Button look="secondary" busy={busy} onClick={() => onPrint(printOn(printer, width, facts))}>
          {words.print}
        </Button>
      )}
      <Button look={printer ? 'quiet' : 'secondary'} aria-haspopup="dialog" onClick={() => setChoosing(true)}>
        {printer ? words.change : words.choose}
      </Button>
      <PrinterDialog
        opened={choosing}
        onClose={() => setChoosing(false)}
        chosen={printer}
        onChoose={setPrinter}
      />
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
  facts: TicketPrinterProps['facts'],
): PrintWay {
  return async (record) => {
    if (!canPrintCodes(facts(''))) throw new PrintProblem(words.unprintableCode);
    const link = await openPrinter(printer).catch((error: unknown) => {
      const fault = error instanceof PrinterError ? error.fault : 'silent';
      throw new PrintProblem(`${words.nothingPrinted} ${words.faults[fault]}`);
    });
    try {
      let isStopped = false;
      const mark = await record(async (recorded) => {
        try {
          await link.write(ticketBytes(facts(recorded), width));
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
