import type { Settings } from '@almas/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, apiQuery, refresh } from '../../platform/network/index.ts';
import { useMe } from '../../platform/session/index.ts';
import { Unloaded } from '../../ui/unloaded.tsx';
import { showTheme, takeTheme, useSavedSettings, useShownTheme } from './settings.ts';
import { SettingsForm } from './settings-form.tsx';

async function save(settings: Settings) {
  await api.settings.save({ body: { settings } });
  showTheme(settings.theme);
  await refresh('settings');
}

/** The extension `settings-sync`: the same form, stored by the server for every device of the account (AMB-87). */
export function SyncedSettings() {
  const found = useQuery(apiQuery('settings', 'get'));
  const ofThisDevice = useSavedSettings(useMe().id);
  // What was saved last is perhaps the theme of another device: a switch that is saved does not turn this one to it.
  const theme = useShownTheme();
  useEffect(() => {
    if (found.data) takeTheme(found.data.theme);
  }, [found.data]);
  if (!found.data) return <Unloaded query={found} count={6} height={60} />;
  const { isSaved, ...ofAccount } = found.data;
  return <SettingsForm saved={{ ...(isSaved ? ofAccount : ofThisDevice), theme }} save={save} />;
}
