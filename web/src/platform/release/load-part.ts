import type { ComponentType } from 'react';
import { createListeners } from '../../lib/listeners.ts';

/** A lazily loaded part of the application: a page, a panel, a dialog. */
export type PartCode<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;
export type PartState = 'idle' | 'loading' | 'ready' | 'failed';

let missingAgain: () => void = () => undefined;
/** Sets the handler for a part that fails to load a second time (release/reload.ts). */
export function onMissingAgain(act: () => void): void {
  missingAgain = act;
}

/** Loads the code of a part once. Unlike `React.lazy` it does not keep a failure: the next `load` uses the network again. */
export function partLoader<Props>(code: PartCode<Props>) {
  let state: PartState = 'idle';
  let component: ComponentType<Props> | undefined;
  let running: Promise<void> | undefined;
  const { subscribe, notify } = createListeners();

  function set(next: PartState) {
    state = next;
    notify();
  }
  async function fetchCode(isRetry: boolean) {
    try {
      await loadFailedStyles();
      component = (await code()).default;
      set('ready');
    } catch {
      set('failed');
      if (isRetry) missingAgain();
    }
    running = undefined;
  }
  function load(isRetry: boolean): Promise<void> {
    if (state === 'ready') return Promise.resolve();
    if (!running) {
      running = fetchCode(isRetry);
      set('loading');
    }
    return running;
  }
  return {
    /** Never rejects; the state tells whether it succeeded. */
    load: () => load(false),
    /** Loads again after a failure, at the user's request or when the network returns. */
    retry: () => load(true),
    state: () => state,
    component: () => component,
    subscribe,
  };
}

/** Style sheets that failed to load. The build's loader requests each only once, so `retry` requests them itself. */
const failedStyles = new Set<string>();

function loadStyle(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url });
    link.crossOrigin = '';
    link.onload = () => {
      failedStyles.delete(url);
      resolve();
    };
    link.onerror = () => reject(new Error(url));
    document.head.append(link);
  });
}

/** A part is not shown without its styles. */
const loadFailedStyles = () => Promise.all([...failedStyles].map(loadStyle));

/** Records style sheets that fail to load and removes them from the page. */
export function watchStyles(): void {
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    failedStyles.add(target.href);
    target.remove();
  };
  // Errors of elements do not bubble.
  window.addEventListener('error', onError, true);
}
