import { receiptPrinter as words } from '@almas/locale/screens/receipt-printer';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { readChosenPrinter } from './chosen-printer.ts';
import type { ChosenPrinter } from './connections.ts';
import { PrinterDialog } from './printer-dialog.tsx';

interface PrinterButtonsProps {
  readonly busy: boolean;
  readonly onPrint: (printer: ChosenPrinter) => void;
}

/** Prints on the printer of this device, and chooses it. */
export function PrinterButtons({ busy, onPrint }: PrinterButtonsProps) {
  const [printer, setPrinter] = useState(readChosenPrinter);
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      {printer && (
        <Button variant="secondary" busy={busy} onClick={() => onPrint(printer)}>
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
    </>
  );
}
