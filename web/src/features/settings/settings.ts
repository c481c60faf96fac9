import type { Settings } from '@almas/contract/settings';
import { readJson } from '../../lib/storage.ts';

/** SPEC §9 and AMB-72. */
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

const place = (userId: string) => `almas.settings.${userId}`;

/** What was saved here before; a field that is not there yet has its default. */
export const readSettings = (userId: string): Settings => ({
  ...defaultSettings,
  ...readJson<Partial<Settings>>(place(userId)),
});

/** @throws when the storage of the browser is full or forbidden: the person is to know that nothing was kept. */
export const keepSettings = (userId: string, settings: Settings): void =>
  localStorage.setItem(place(userId), JSON.stringify(settings));
