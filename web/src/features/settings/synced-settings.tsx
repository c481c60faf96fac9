import type { Settings } from '@almas/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { setTheme } from '../../lib/color-scheme.ts';
import { api, apiQuery, refresh } from '../../platform/network/index.ts';
import { Unloaded } from '../../ui/unloaded.tsx';
import { SettingsForm } from './settings-form.tsx';

async function save(settings: Settings) {
  await api.settings.save({ body: { settings } });
  setTheme(settings.theme === 'system' ? 'auto' : settings.theme);
  await refresh('settings');
}

/** The extension `settings-sync`: the same form, stored by the server for every device of the account (AMB-87). */
export function SyncedSettings() {
  const found = useQuery(apiQuery('settings', 'get'));
  if (found.data) return <SettingsForm saved={found.data} save={save} />;
  return <Unloaded query={found} count={6} height={60} />;
}
