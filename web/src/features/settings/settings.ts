import { readJson } from '../../lib/storage.ts';

/** A user's preferences (SPEC §3 Settings, defaults of §9 and AMB-72). */
export interface Settings {
  readonly emailNotifications: boolean;
  readonly pushNotifications: boolean;
  readonly smsNotifications: boolean;
  readonly marketingEmails: boolean;
  readonly twoFactorAuth: boolean;
  readonly loginAlerts: boolean;
  readonly theme: 'system' | 'light' | 'dark';
  readonly language: 'fr';
  readonly currency: 'DZD';
  readonly profileVisibility: 'private' | 'public';
  readonly dataSharing: boolean;
}

export const defaultSettings: Settings = {
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
