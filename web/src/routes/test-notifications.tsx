import { testNotifications as words } from '@almas/locale/screens/test-notifications';
import { Simulations } from '../features/notifications/simulations.tsx';
import { Stack } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';

export default function TestNotificationsPage() {
  return (
    <Stack gap={24}>
      <PageHeader title={words.title} text={words.text} />
      <Simulations />
    </Stack>
  );
}
