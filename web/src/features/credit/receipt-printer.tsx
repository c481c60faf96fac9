import { receiptPrinter as words } from '@almas/locale/screens/receipt-printer';
import { useState } from 'react';
import { useToasts } from '../../lib/use-toasts.ts';
import { useCall } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Row } from '../../ui/card.tsx';
import { readChosenPrinter } from '../receipt-printer/chosen-printer.ts';
import { type ChosenPrinter, openPrinter, PrinterError } from '../receipt-printer/connections.ts';
import { drawText } from '../receipt-printer/draw-text.ts';
import { PrinterDialog } from '../receipt-printer/printer-dialog.tsx';
import { receiptBytes } from './receipt-bytes.ts';
import type { ShownReceipt } from './receipt-content.ts';

interface ReceiptPrinterProps {
  readonly receipt: ShownReceipt;
  readonly width: '58' | '80';
}

/** Prints the receipt on the agent's own printer, without the browser's print dialog. */
export default function ReceiptPrinter({ receipt, width }: ReceiptPrinterProps) {
  const [printer, setPrinter] = useState(readChosenPrinter);
  const [choosing, setChoosing] = useState(false);
  const { say } = useToasts();
  const { run, busy } = useCall(
    async (to: ChosenPrinter) => {
      const link = await openPrinter(to);
      try {
        await link.write(receiptBytes(receipt, width, drawText));
      } finally {
        await link.close();
      }
    },
    {
      onFailed: (error) =>
        say.error(
          `${words.nothingPrinted} ${words.faults[error instanceof PrinterError ? error.fault : 'silent']}`,
        ),
    },
  );
  return (
    <Row>
      {printer && (
        <Button variant="secondary" busy={busy} onClick={() => void run(printer)}>
          {words.print}
        </Button>
      )}
      <Button
        variant={printer ? 'quiet' : 'secondary'}
        aria-haspopup="dialog"
        onClick={() => setChoosing(true)}
      >
        {printer ? words.change : words.choose}
      </Button>
      {choosing && (
        <PrinterDialog onClose={() => setChoosing(false)} chosen={printer} onChoose={setPrinter} />
      )}
    </Row>
  );
}
