import { settings as words } from '@almas/locale/screens/settings';
import { LazyResellerApi } from '../features/reseller-api/lazy-reseller-api.tsx';
import { LocalSettings } from '../features/settings/local-settings.tsx';
import { SyncedSettings } from '../features/settings/synced-settings.tsx';
import { useFeature } from '../platform/network/index.ts';
import { Stack } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SkeletonList } from '../ui/states.tsx';

export default function SettingsPage() {
  const synced = useFeature('settings-sync');
  return (
    <Stack gap={24}>
      <PageHeader title={words.title} text={synced ? words.textSynced : words.text} />
      {synced === undefined ? (
        <SkeletonList count={6} height={60} />
      ) : synced ? (
        <SyncedSettings />
      ) : (
        <LocalSettings />
      )}
      <LazyResellerApi />
    </Stack>
  );
}
