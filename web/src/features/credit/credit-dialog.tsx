import type { Receivable } from '@almas/contract/credit';
import { credit as words } from '@almas/locale/screens/credit';
import { useState } from 'react';
import { useDialogParameter } from '../../platform/navigation/index.ts';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import AccountCredit from './account-credit.tsx';
import { Cash } from './cash.tsx';
import { Debts } from './debts.tsx';
import { Round } from './round.tsx';

const tabs = (['round', 'debts', 'cash'] as const).map((value) => ({ value, label: words.tabs[value] }));

/** The round of an agent, everything that is owed, and the cash that agents hold. The tab is in the URL (`?credit=round`). */
export default function CreditDialog() {
  const { value, open, close } = useDialogParameter('credit');
  const [account, setAccount] = useState<Receivable | null>(null);
  const tab = tabs.find((one) => one.value === value)?.value ?? 'round';
  return (
    <Dialog onClose={close} title={words.title} size="lg">
      <Stack>
        <Segmented label={words.tabs.label} value={tab} options={tabs} onChange={open} />
        {tab === 'round' && <Round />}
        {tab === 'debts' && <Debts onAccount={setAccount} />}
        {tab === 'cash' && <Cash />}
      </Stack>
      {account && (
        <Dialog onClose={() => setAccount(null)} title={account.userName}>
          <AccountCredit
            user={{
              id: account.userId,
              company: account.company,
              displayName: account.userName,
              firstName: '',
              lastName: '',
              email: '',
            }}
          />
        </Dialog>
      )}
    </Dialog>
  );
}
