import { limits } from '@almas/contract/limits';
import type { Settings } from '@almas/contract/settings';
import { setTheme, useTheme } from '../../lib/color-scheme.ts';
import { useMe } from '../../platform/session/index.ts';
import { saveSettings, useSavedSettings } from './settings.ts';
import { SettingsForm } from './settings-form.tsx';

const simulatedCall = () => new Promise((resolve) => setTimeout(resolve, limits.simulatedCallMilliseconds));

/** As specified: stored on this device after a simulated second, without a call to the server. */
export function LocalSettings() {
  const { id } = useMe();
  // The sidebar and the settings share the theme.
  const shown = useTheme();
  const saved: Settings = { ...useSavedSettings(id), theme: shown === 'auto' ? 'system' : shown };
  const save = async (settings: Settings) => {
    await simulatedCall();
    saveSettings(id, settings);
    setTheme(settings.theme === 'system' ? 'auto' : settings.theme);
  };
  return <SettingsForm saved={saved} save={save} />;
}
