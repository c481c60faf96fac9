import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const loaded: string[] = [];
let replaceWorker = () => undefined as unknown;
beforeEach(() => {
  loaded.length = 0;
  vi.useFakeTimers({ toFake: ['setInterval'] });
  vi.stubEnv('PROD', true);
  vi.stubGlobal('document', { addEventListener: () => undefined });
  vi.stubGlobal('window', { addEventListener: () => undefined });
  vi.stubGlobal('location', { assign: (href: string) => loaded.push(href) });
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
  const serviceWorker = {
    controller: {},
    addEventListener: (_type: string, listener: () => unknown) => {
      replaceWorker = listener;
    },
    register: async () => undefined,
  };
  vi.stubGlobal('navigator', { onLine: true, serviceWorker });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** A tab with a worker, which has just been opened. */
async function openTab() {
  vi.resetModules();
  const history = createMemoryHistory({ initialEntries: ['/dashboard'] });
  const { followVersions } = await import('./new-version.ts');
  followVersions(history);
  /** Opens a page by a link. @returns the page that the browser loads; undefined when the application shows it */
  const open = async (path: string) => {
    history.push(path);
    await new Promise((resolve) => setTimeout(resolve));
    return loaded.pop();
  };
  return { history, open };
}

test('a tab shows its pages itself until the worker of another version has taken over; then the browser loads the next page', async () => {
  const { history, open } = await openTab();
  expect(await open('/operations')).toBeUndefined();
  expect(history.location.pathname).toBe('/operations');
  replaceWorker();
  expect(await open('/operations?filter=credits')).toBeUndefined();
  expect(await open('/catalog?game=Free%20Fire')).toBe('/catalog?game=Free%20Fire');
  expect(history.location.href).toBe('/operations?filter=credits');
  // The last press counts.
  expect(await open('/card-history')).toBe('/card-history');
});

test('a redirect and a step back stay in the application', async () => {
  const { history, open } = await openTab();
  await open('/operations');
  replaceWorker();
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  history.replace('/login');
  await settled();
  expect(history.location.pathname).toBe('/login');
  history.back();
  await settled();
  expect(loaded).toEqual([]);
  expect(history.location.pathname).toBe('/dashboard');
});

// Turned red by: each of the conditions left out.
test('no new version is taken while a call that changes something, a form or a message is open, or without a network', async () => {
  const { open } = await openTab();
  const { beginCall } = await import('../network/open-work.ts');
  const { addUnsavedForm } = await import('../session/unsaved.ts');
  const { currentToasts, dismissToast, showToast } = await import('../../lib/toast-store.ts');
  replaceWorker();
  const endCall = beginCall();
  expect(await open('/operations')).toBeUndefined();
  endCall();
  const saved = addUnsavedForm({
    dialog: null,
    asks: true,
    isWhole: true,
    draft: 'profile',
    read: () => ({}),
  });
  expect(await open('/catalog')).toBeUndefined();
  saved();
  showToast({ kind: 'success', title: 'Produit créé', source: 'product' });
  expect(await open('/operations')).toBeUndefined();
  for (const { id } of currentToasts()) dismissToast(id);
  vi.stubGlobal('navigator', { onLine: false });
  expect(await open('/catalog')).toBeUndefined();
  vi.stubGlobal('navigator', { onLine: true });
  expect(await open('/operations')).toBe('/operations');
});
