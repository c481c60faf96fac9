import { address, lineOf, readApiError, type Sent } from './api.ts';
import { OfflineError } from './api-errors.ts';
import { beginCall } from './open-work.ts';
import { type EndSession, sessionOfCall } from './session-signal.ts';

export interface UploadWatch {
  /** The share of the body that has been sent, 0 to 1; at 1 the server processes it. */
  readonly onSent: (share: number) => void;
  /** Aborts the upload. After the whole body is sent, the server may still process it. */
  readonly signal: AbortSignal;
}

/** Time limit for a long list on a slow network, and for the server's work on it. */
const patienceMilliseconds = 300_000;

/**
 * Sends a call with a large body and reports the progress, which `fetch` cannot.
 * @throws ApiError, OfflineError, or the signal's reason when it was stopped
 */
export function upload(group: string, name: string, sent: Sent, watch: UploadWatch): Promise<unknown> {
  const end = beginCall();
  const endSession = sessionOfCall();
  return new Promise<unknown>((resolve, reject) => {
    const route = lineOf(group, name);
    if (!route) throw new Error(`${group}.${name}`);
    if (watch.signal.aborted) return reject(watch.signal.reason);
    const request = new XMLHttpRequest();
    request.open(route[0], address(route[1], sent));
    request.timeout = patienceMilliseconds;
    const isFile = sent.body instanceof Blob;
    request.setRequestHeader('content-type', isFile ? 'application/octet-stream' : 'application/json');
    request.setRequestHeader('accept', 'application/json');
    if (sent.key) request.setRequestHeader('idempotency-key', sent.key);
    request.upload.onprogress = ({ loaded, total }) => watch.onSent(total > 0 ? loaded / total : 0);
    request.upload.onload = () => watch.onSent(1);
    request.onerror = () => reject(new OfflineError('network'));
    request.ontimeout = () => reject(new OfflineError('timeout'));
    request.onabort = () => reject(watch.signal.reason);
    request.onload = () => void readResponse(request, endSession).then(resolve, reject);
    watch.signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(isFile ? (sent.body as Blob) : JSON.stringify(sent.body));
  }).finally(end);
}

async function readResponse(request: XMLHttpRequest, endSession: EndSession): Promise<unknown> {
  if (request.status >= 200 && request.status < 300) return JSON.parse(request.responseText);
  const error = await readApiError(new Response(request.responseText || null, { status: request.status }));
  endSession(error);
  throw error;
}
