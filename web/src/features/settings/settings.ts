import type { Settings } from '@almas/contract/settings';
import { useMemo, useSyncExternalStore } from 'react';

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

const keyOf = (userId: string) => `almas.settings.${userId}`;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Another tab saved.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

function readText(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId));
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

/** What is saved in this browser now; a field that is not stored yet has its default. */
export function useSavedSettings(userId: string): Settings {
  const text = useSyncExternalStore(subscribe, () => readText(userId));
  return useMemo(() => parse(text), [text]);
}

/** @throws when the storage of the browser is full or forbidden: then nothing was saved, and the screen says so. */
export function saveSettings(userId: string, settings: Settings): void {
  localStorage.setItem(keyOf(userId), JSON.stringify(settings));
  for (const listener of listeners) listener();
}
