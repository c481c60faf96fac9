import type { AlmasContract } from '@almas/contract';
import { lineOf, readApiError } from './api.ts';
import { OfflineError } from './api-errors.ts';
import { sessionOfCall } from './session-signal.ts';
import { requestStepUp } from './step-up.ts';

const starred = /filename\*=UTF-8''([^;]+)/i;
const nameIn = (header: string | null, fallback: string) => {
  const found = starred.exec(header ?? '')?.[1];
  return found ? decodeURIComponent(found) : fallback;
};

/** Saves a file through the browser's downloads. */
function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // Revoked later, because the browser reads the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Where the contract says that a list is exported. */
export const exportAddress = (list: keyof AlmasContract['exports']): string =>
  `/api${lineOf('exports', list)?.[1]}`;

/**
 * Downloads a response under the name that the server gives it; a refusal is thrown and not saved as a file. With a `body` the request
 * is a POST. @throws ApiError, OfflineError
 */
export async function download(path: string, fallbackName: string, body?: object): Promise<void> {
  const sent = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const endSession = sessionOfCall();
  const response = await fetch(path, sent).catch(() => {
    throw new OfflineError('network');
  });
  if (!response.ok) {
    const error = await readApiError(response);
    endSession(error);
    if ('code' in error && error.code === 'STEP_UP_REQUIRED' && (await requestStepUp()))
      return download(path, fallbackName, body);
    throw error;
  }
  const blob = await response.blob().catch(() => {
    throw new OfflineError('network');
  });
  saveFile(blob, nameIn(response.headers.get('content-disposition'), fallbackName));
}
