import { placeholders } from '@almas/locale/screens/placeholders';
import { Card, Stack } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';
import { WalletIcon } from '../ui/work-icons.tsx';

const words = placeholders.recharge;

/** Says only that a reseller cannot credit their own balance (NAV-24). */
export default function RechargePage() {
  return (
    <Stack gap={20}>
      <PageHeader title={words.title} />
      <Card>
        <EmptyState icon={<WalletIcon size={26} />} title={words.onlyAdmins} text={words.contact} />
      </Card>
    </Stack>
  );
}
