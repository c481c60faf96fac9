import { colon } from '@almas/locale/formats';
import { receiptPrinter as words } from '@almas/locale/screens/receipt-printer';
import { useState } from 'react';
import { useCall } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { keepChosenPrinter, offeredConnections } from './chosen-printer.ts';
import {
  type ChosenPrinter,
  type Connection,
  choosePrinter,
  forgetPrinter,
  PrinterError,
} from './connections.ts';
import styles from './printer-dialog.module.css';

interface PrinterDialogProps {
  readonly onClose: () => void;
  readonly chosen: ChosenPrinter | null;
  readonly onChoose: (printer: ChosenPrinter | null) => void;
}

/** The choice of the connection, then of the printer in the browser's chooser; stored on this device until the user removes it. */
export function PrinterDialog({ onClose, chosen, onChoose }: PrinterDialogProps) {
  const [problem, setProblem] = useState<string>();
  const keep = (printer: ChosenPrinter | null) => {
    keepChosenPrinter(printer);
    setProblem(undefined);
    onChoose(printer);
  };
  const choose = useCall((connection: Connection) => choosePrinter(connection), {
    onDone: (printer) => {
      keep(printer);
      onClose();
    },
    onFailed: (error) => setProblem(words.faults[error instanceof PrinterError ? error.fault : 'silent']),
  });
  const forget = useCall((printer: ChosenPrinter) => forgetPrinter(printer), { onDone: () => keep(null) });
  return (
    <Dialog onClose={onClose} title={words.title} size="sm">
      <Stack gap={12}>
        {chosen && (
          <>
            <p data-testid="chosen-printer">
              {words.chosen}
              {colon}
              {nameOf(chosen)}
            </p>
            <Button variant="secondary" busy={forget.busy} onClick={() => void forget.run(chosen)}>
              {words.forget}
            </Button>
          </>
        )}
        <p className={styles.text}>{words.chooseText}</p>
        {offeredConnections().map((connection) => (
          <div key={connection}>
            <Button
              variant="secondary"
              full
              busy={choose.busy && choose.input?.[0] === connection}
              disabled={choose.busy && choose.input?.[0] !== connection}
              onClick={() => {
                setProblem(undefined);
                void choose.run(connection);
              }}
            >
              {words.connections[connection].name}
            </Button>
            <p className={styles.hint}>{words.connections[connection].hint}</p>
          </div>
        ))}
        <p role="status" className={styles.problem}>
          {problem}
        </p>
      </Stack>
    </Dialog>
  );
}

const nameOf = ({ connection, name }: ChosenPrinter) =>
  [name, words.connections[connection].name].filter((part) => part !== '').join(' · ');
