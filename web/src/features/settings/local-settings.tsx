import { limits } from '@almas/contract/limits';
import type { Settings } from '@almas/contract/settings';
import { useMe } from '../../platform/session/index.ts';
import { saveSettings, showTheme, useSavedSettings, useShownTheme } from './settings.ts';
import { SettingsForm } from './settings-form.tsx';

const simulatedCall = () => new Promise((resolve) => setTimeout(resolve, limits.simulatedCallMilliseconds));

/** As specified: stored on this device after a simulated second, without a call to the server. */
export function LocalSettings() {
  const { id } = useMe();
  const saved: Settings = { ...useSavedSettings(id), theme: useShownTheme() };
  const save = async (settings: Settings) => {
    await simulatedCall();
    saveSettings(id, settings);
    showTheme(settings.theme);
  };
  return <SettingsForm saved={saved} save={save} />;
}
