import { receiptPrinter as words } from '@almas/locale/screens/receipt-printer';
import { useToasts } from '../../lib/use-toasts.ts';
import { useCall } from '../../platform/network/index.ts';
import { Row } from '../../ui/card.tsx';
import { type ChosenPrinter, openPrinter, PrinterError } from '../receipt-printer/connections.ts';
import { drawText } from '../receipt-printer/draw-text.ts';
import { PrinterButtons } from '../receipt-printer/printer-buttons.tsx';
import { receiptBytes } from './receipt-bytes.ts';
import type { ShownReceipt } from './receipt-content.ts';

interface ReceiptPrinterProps {
  readonly receipt: ShownReceipt;
  readonly width: '58' | '80';
}

/** Prints the receipt on the agent's own printer, without the browser's print dialog. */
export default function ReceiptPrinter({ receipt, width }: ReceiptPrinterProps) {
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
      <PrinterButtons busy={busy} onPrint={(printer) => void run(printer)} />
    </Row>
  );
}
