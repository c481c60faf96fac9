import { upload } from '../../lib/api-upload.ts';
import { refresh } from '../../lib/queries.ts';

/** Photos on their way, and those that did not arrive: kept by request while the application stays open. */
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

/** As the page shows it, and as it is sent: a page may show no other addresses of its own. */
export const asDataAddress = (photo: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(photo);
  });
