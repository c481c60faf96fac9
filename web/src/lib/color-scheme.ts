import { useSyncExternalStore } from 'react';

export type Theme = 'auto' | 'light' | 'dark';
/** Read by build/before-start.js before the first paint: a bare word, not JSON. */
const storageKey = 'almas.theme';
const dark = import.meta.env.SSR ? null : matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function stored(): Theme {
  try {
    const value = localStorage.getItem(storageKey);
    return value === 'light' || value === 'dark' ? value : 'auto';
  } catch {
    return 'auto';
  }
}

let theme = stored();

function resolvedScheme(): 'light' | 'dark' {
  if (theme !== 'auto') return theme;
  return dark?.matches ? 'dark' : 'light';
}

function apply() {
  document.documentElement.dataset.colorScheme = resolvedScheme();
  for (const listener of listeners) listener();
}
dark?.addEventListener('change', apply);

export function setTheme(next: Theme): void {
  theme = next;
  try {
    if (next === 'auto') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, next);
  } catch {
    // Storage can be forbidden: the choice then lasts as long as the page.
  }
  apply();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = () =>
  useSyncExternalStore(
    subscribe,
    () => theme,
    () => 'auto' as const,
  );
