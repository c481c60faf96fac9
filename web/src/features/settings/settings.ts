import type { Settings } from '@almas/contract/settings';
import { useMemo, useSyncExternalStore } from 'react';
import { setTheme, themeKey, useTheme } from '../../lib/color-scheme.ts';
import { createListeners } from '../../lib/listeners.ts';

/** The defaults of the settings (AMB-72). */
const defaultSettings: Settings = {
  emailNotifications: true,
  pushNotifications: true,
  smsNotifications: false,
  marketingEmails: false,
  twoFactorAuth: false,
  loginAlerts: true,
  theme: 'system',
  language: 'fr',
  currency: 'DZD',
  profileVisibility: 'private',
  dataSharing: false,
};

const settingsKey = (userId: string) => `almas.settings.${userId}`;
const saved = createListeners();

function subscribe(listener: () => void) {
  const stop = saved.subscribe(listener);
  // Another tab has saved.
  addEventListener('storage', listener);
  return () => {
    stop();
    removeEventListener('storage', listener);
  };
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse(text: string | null): Settings {
  try {
    return { ...defaultSettings, ...(JSON.parse(text ?? '{}') as Partial<Settings>) };
  } catch {
    return defaultSettings;
  }
}

/** The settings saved in this browser; a field that is not stored has its default. */
export function useSavedSettings(userId: string): Settings {
  const text = useSyncExternalStore(subscribe, () => readText(settingsKey(userId)));
  return useMemo(() => parse(text), [text]);
}

/** The theme that this device shows; the menu of the account changes it too. */
export function useShownTheme(): Settings['theme'] {
  const shown = useTheme();
  return shown === 'auto' ? 'system' : shown;
}

export const showTheme = (theme: Settings['theme']): void => setTheme(theme === 'system' ? 'auto' : theme);

/** A device without a chosen theme takes that of the account; a choice made here, even for the system's, stays. */
export function takeTheme(theme: Settings['theme']): void {
  if (theme !== 'system' && readText(themeKey) === null) showTheme(theme);
}

/** @throws when the browser's storage is full or blocked: nothing was saved, and the screen shows that. */
export function saveSettings(userId: string, settings: Settings): void {
  localStorage.setItem(settingsKey(userId), JSON.stringify(settings));
  saved.notify();
}
