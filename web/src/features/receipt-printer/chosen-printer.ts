import { readJson, writeJson } from '../../lib/storage.ts';
import type { ChosenPrinter, Connection } from './connections.ts';

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

/** What this browser offers, the simplest for a shop first; asked before any code for a printer is loaded. */
export const offeredConnections = (): Connection[] =>
  (['serial', 'usb', 'bluetooth'] as const).filter((name) => (navigator as never)[name] !== undefined);
