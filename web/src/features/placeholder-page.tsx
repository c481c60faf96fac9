import { placeholders } from '@almas/locale/screens/placeholders';
import { Card, Stack } from '../ui/card.tsx';
import { ClockIcon } from '../ui/icons.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';

/** A route that is linked but has no screen yet. */
export const PlaceholderPage = ({ title }: { readonly title: string }) => (
  <Stack gap={20}>
    <PageHeader title={title} />
    <Card>
      <EmptyState
        icon={<ClockIcon size={26} />}
        title={placeholders.underDevelopment}
        text={placeholders.underDevelopmentText}
      />
    </Card>
  </Stack>
);
