import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

export type Theme = 'auto' | 'light' | 'dark';
/** Read by build/before-start.js before the first paint: a bare word, not JSON. */
export const themeKey = 'almas.theme';
const dark = import.meta.env.SSR ? null : matchMedia('(prefers-color-scheme: dark)');
const { subscribe, notify } = createListeners();

function stored(): Theme {
  try {
    const value = localStorage.getItem(themeKey);
    return value === 'light' || value === 'dark' ? value : 'auto';
  } catch {
    return 'auto';
  }
}

let theme = stored();

function apply() {
  const system = dark?.matches ? 'dark' : 'light';
  document.documentElement.dataset.colorScheme = theme === 'auto' ? system : theme;
  notify();
}
dark?.addEventListener('change', apply);
// The theme was changed in another tab.
globalThis.addEventListener?.('storage', ({ key }) => key === themeKey && adopt(stored()));

function adopt(next: Theme) {
  theme = next;
  apply();
}

export function setTheme(next: Theme): void {
  adopt(next);
  try {
    localStorage.setItem(themeKey, next);
  } catch {
    // Storage can be blocked: the choice then lasts as long as the page.
  }
}

export const useTheme = () =>
  useSyncExternalStore(
    subscribe,
    () => theme,
    () => 'auto' as const,
  );
