import { placeholders } from '@almas/locale/screens/placeholders';
import { RequestsOpener } from '../features/recharge-requests/requests-opener.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card, Stack } from '../ui/card.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';
import { WalletIcon } from '../ui/work-icons.tsx';

const words = placeholders.recharge;

/** Says that a reseller cannot credit their own balance (NAV-24), and leads to a request to an administrator (AMB-105). */
export default function RechargePage() {
  return (
    <Stack gap={20}>
      <PageHeader title={words.title} />
      <Card>
        <EmptyState
          icon={<WalletIcon size={26} />}
          title={words.onlyAdmins}
          text={words.contact}
          action={<RequestsOpener className={buttonClass()}>{words.ask}</RequestsOpener>}
        />
      </Card>
    </Stack>
  );
}
