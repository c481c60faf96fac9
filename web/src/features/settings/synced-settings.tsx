import type { Settings } from '@almas/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { setTheme } from '../../lib/color-scheme.ts';
import { api, apiQuery, refresh } from '../../platform/network/index.ts';
import { LoadError, SkeletonList } from '../../ui/states.tsx';
import { SettingsForm } from './settings-form.tsx';

async function save(settings: Settings) {
  await api.settings.save({ body: { settings } });
  setTheme(settings.theme === 'system' ? 'auto' : settings.theme);
  await refresh('settings');
}

/** The extension `settings-sync`: the same form, stored by the server for every device of the account (AMB-87). */
export function SyncedSettings() {
  const { data, error, refetch } = useQuery(apiQuery('settings', 'get'));
  if (data) return <SettingsForm saved={data} save={save} />;
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  return <SkeletonList count={6} height={60} />;
}
