import { readJson, writeJson } from '../../lib/storage.ts';
import type { ChosenPrinter, Connection } from './connections.ts';

const storageKey = 'almas-receipt-printer';

/** The printer chosen on this device. */
export function readChosenPrinter(): ChosenPrinter | null {
  const kept = readJson<Partial<ChosenPrinter>>(storageKey);
  return kept && typeof kept.id === 'string' && typeof kept.name === 'string' && kept.connection
    ? (kept as ChosenPrinter)
    : null;
}

/** null: none is chosen. */
export const keepChosenPrinter = (printer: ChosenPrinter | null) => writeJson(storageKey, printer);

/** The connections that this browser supports, the simplest for a shop first; evaluated before any printer code is loaded. */
export const offeredConnections = (): Connection[] =>
  (['serial', 'usb', 'bluetooth'] as const).filter((name) => (navigator as never)[name] !== undefined);
