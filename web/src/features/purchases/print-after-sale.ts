import { readJson, writeJson } from '../../lib/storage.ts';

const storageKey = 'almas-print-after-sale';

/** Whether the ticket opens as soon as a code is bought on this device, which has the printer. */
export const readPrintAfterSale = (): boolean => readJson(storageKey) === true;
export const keepPrintAfterSale = (prints: boolean) => writeJson(storageKey, prints);
