import type { ComponentType } from 'react';

/** A part of the application whose code comes when it is needed: a page, a panel, a dialog. */
export type PartCode<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;
export type PartState = 'idle' | 'loading' | 'ready' | 'failed';

let missingAgain: () => void = () => undefined;
/** What is done when a part is missing at a second try as well (app/reload.ts). */
export function onMissingAgain(act: () => void): void {
  missingAgain = act;
}

/**
 * The code of a part, once for the whole application. Unlike `React.lazy` a failure is not kept: the next `load` asks
 * the network again.
 */
export function partLoader<Props>(code: PartCode<Props>) {
  let state: PartState = 'idle';
  let component: ComponentType<Props> | undefined;
  let running: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  function set(next: PartState) {
    state = next;
    for (const listener of listeners) listener();
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
    /** Never rejects: the state says whether it worked. */
    load: () => load(false),
    /** The same after a failure, because the user or the network asks for it. */
    retry: () => load(true),
    state: () => state,
    component: () => component,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Style sheets that failed to load. The build's loader asks for each only once, so a retry has to. */
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

/** A part never comes without its styles. */
const loadFailedStyles = () => Promise.all([...failedStyles].map(loadStyle));

/** Notes the style sheets that fail, and takes them out of the page. */
export function watchStyles(): void {
  const onError = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    failedStyles.add(target.href);
    target.remove();
  };
  // Errors of elements do not bubble.
  window.addEventListener('error', onError, true);
}
