import { upload } from '../../lib/api-upload.ts';
import { refresh } from '../../lib/queries.ts';

/** Photos being sent, and those that failed: kept by request while the application is open. */
export const unsentPhotos = new Map<string, Blob | 'sending'>();

/** Sends the photo of a request's receipt. The same photo again is harmless. @throws ApiError, OfflineError */
export async function sendPhoto(requestId: string, photo: Blob): Promise<void> {
  unsentPhotos.set(requestId, 'sending');
  const watch = { onSent: () => undefined, signal: new AbortController().signal };
  try {
    await upload('rechargeRequests', 'sendProof', { params: { id: requestId }, body: photo }, watch);
    unsentPhotos.delete(requestId);
  } catch (error) {
    unsentPhotos.set(requestId, photo);
    throw error;
  } finally {
    await refresh('rechargeRequests');
  }
}

/** A data URL, for the preview and for sending; the content security policy allows no blob URLs. */
export const asDataAddress = (photo: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(photo);
  });
