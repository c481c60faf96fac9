import { useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners.ts';
import { upload } from '../../platform/network/api-upload.ts';
import { refresh } from '../../platform/network/index.ts';

type Unsent = Blob | 'sending';
/** Photos being sent, and those that failed: kept by request while the application is open. */
const unsentPhotos = new Map<string, Unsent>();
const { subscribe, notify } = createListeners();

function setUnsent(requestId: string, photo: Unsent | undefined): void {
  if (photo) unsentPhotos.set(requestId, photo);
  else unsentPhotos.delete(requestId);
  notify();
}

/** The photo of a request that is being sent or could not be sent. */
export const useUnsentPhoto = (requestId: string): Unsent | undefined =>
  useSyncExternalStore(subscribe, () => unsentPhotos.get(requestId));

/** Sends the photo of a request's receipt. The same photo again is harmless. @throws ApiError, OfflineError */
export async function sendPhoto(requestId: string, photo: Blob): Promise<void> {
  setUnsent(requestId, 'sending');
  const watch = { onSent: () => undefined, signal: new AbortController().signal };
  try {
    await upload('rechargeRequests', 'sendProof', { params: { id: requestId }, body: photo }, watch);
    setUnsent(requestId, undefined);
  } catch (error) {
    setUnsent(requestId, photo);
    throw error;
  } finally {
    await refresh('rechargeRequests');
  }
}
