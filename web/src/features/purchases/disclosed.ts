import { createListeners } from '../../lib/listeners.ts';

const { subscribe, notify } = createListeners<[purchaseId: string]>();
/** Calls with the purchase whose codes have just been copied, shared or printed. */
export const onDisclosed = subscribe;
export const announceDisclosed = notify;
