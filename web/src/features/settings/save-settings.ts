import { limits } from '@almas/contract/limits';
import { setTheme } from '../../lib/color-scheme.ts';
import { keepSettings, type Settings } from './settings.ts';

/**
 * Keeps the settings on this device after the simulated second of SPEC §9; no server call is made. The extension
 * `settings-sync` puts a real save in this place (AMB-87).
 */
export async function saveSettings(userId: string, settings: Settings): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, limits.simulatedCallMilliseconds));
  keepSettings(userId, settings);
  setTheme(settings.theme === 'system' ? 'auto' : settings.theme);
}
