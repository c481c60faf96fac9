import { settings as words } from '@almas/locale/screens/settings';
import { SettingsForm } from '../features/settings/settings-form.tsx';
import { Stack } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export default function SettingsPage() {
  return (
    <Stack gap={24}>
      <PageHeader title={words.title} text={words.text} />
      <SettingsForm />
    </Stack>
  );
}
