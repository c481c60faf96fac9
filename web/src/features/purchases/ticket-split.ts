import { readJson, writeJson } from '../../lib/storage.ts';

const storageKey = 'almas-ticket-per-code';

/** Whether this device prints one ticket for each code of a purchase, for as many customers. */
export const readPerCode = (): boolean => readJson(storageKey) === true;
export const keepPerCode = (perCode: boolean) => writeJson(storageKey, perCode);
