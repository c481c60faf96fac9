import { limits } from '@almas/contract/limits';
import type { Settings } from '@almas/contract/settings';
import { setTheme, useTheme } from '../../lib/color-scheme.ts';
import { useMe } from '../../lib/session.ts';
import { saveSettings, useSavedSettings } from './settings.ts';
import { SettingsForm } from './settings-form.tsx';

const simulatedCall = () => new Promise((resolve) => setTimeout(resolve, limits.simulatedCallMilliseconds));

/** As the specification has it: kept on this device after a simulated second, without a call of the server. */
export function LocalSettings() {
  const { id } = useMe();
  // The choice of the sidebar and the one of the settings are the same.
  const shown = useTheme();
  const saved: Settings = { ...useSavedSettings(id), theme: shown === 'auto' ? 'system' : shown };
  const save = async (settings: Settings) => {
    await simulatedCall();
    saveSettings(id, settings);
    setTheme(settings.theme === 'system' ? 'auto' : settings.theme);
  };
  return <SettingsForm saved={saved} save={save} />;
}
