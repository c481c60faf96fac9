import { readJson, writeJson } from '../../lib/storage.ts';
import type { ChosenPrinter } from './connections.ts';

const storageKey = 'almas-receipt-printer';

/** The printer of this device's counter. */
export function readChosenPrinter(): ChosenPrinter | null {
  const kept = readJson<Partial<ChosenPrinter>>(storageKey);
  return kept && typeof kept.id === 'string' && typeof kept.name === 'string' && kept.connection
    ? (kept as ChosenPrinter)
    : null;
}

/** null: none is chosen. */
export const keepChosenPrinter = (printer: ChosenPrinter | null) => writeJson(storageKey, printer);

/** Whether this browser lets a page write to a printer, asked before any code for it is loaded. */
export const canReachPrinters = () =>
  ['serial', 'usb', 'bluetooth'].some((name) => (navigator as never)[name] !== undefined);
