import { languageCookie, languageCookieSeconds } from '@almas/contract/language-cookie';
import type { Language } from '@almas/contract/languages';
import { reloadPage } from './reload.ts';

/** The worker of each language serves the same pages from its own files (worker/service-worker.ts). */
const workerOf = { fr: '/sw.js', ar: '/ar/sw.js' } as const;
/** A slow network does not hold the change longer than this; without the new worker the server answers the page. */
const longestWait = 15_000;

/** Puts the worker of a language in the place of this one: the registration stays, and with it the push messages of the device. */
async function changeWorker(lang: Language): Promise<void> {
  const workers = navigator.serviceWorker;
  const registration = await workers?.getRegistration('/');
  if (!registration) return;
  const next = await workers.register(workerOf[lang], { scope: '/' });
  const worker = next.installing ?? next.waiting;
  if (!worker) return;
  await new Promise<void>((resolve, reject) => {
    const follow = () => {
      if (worker.state === 'installed') worker.postMessage({ type: 'SKIP_WAITING' });
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('the worker was not installed'));
    };
    worker.addEventListener('statechange', follow);
    follow();
    setTimeout(() => reject(new Error('the worker was not installed in time')), longestWait);
  });
}

/** The language that this browser has chosen; undefined: none. */
export const chosenLanguage = (): string | undefined =>
  new RegExp(`(?:^|; )${languageCookie}=(\\w+)`).exec(document.cookie)?.[1];

/** Keeps the language of this browser for its next page. */
export function rememberLanguage(lang: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists on secure pages only.
  document.cookie = `${languageCookie}=${lang};path=/;max-age=${languageCookieSeconds};samesite=lax`;
}

/** Loads the page in another language, unless a call is open or a draft cannot be stored. @returns whether it does: otherwise the next page is in it */
export async function loadLanguage(lang: Language): Promise<boolean> {
  rememberLanguage(lang);
  // A worker of the former language would serve its own page again.
  await changeWorker(lang).catch(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    await Promise.all(registrations.map((registration) => registration.unregister()));
  });
  return reloadPage();
}
