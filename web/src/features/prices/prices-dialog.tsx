import { prices as words } from '@almas/locale/screens/prices';
import { useState } from 'react';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogTabs } from '../../ui/dialog-tabs.tsx';
import { LevelList } from './level-list.tsx';
import { PriceHistory } from './price-history.tsx';
import { PriceListPanel } from './price-list-panel.tsx';

const tabs = (['levels', 'list', 'history'] as const).map((value) => ({ value, label: words.tabs[value] }));
type Tab = (typeof tabs)[number]['value'];

/** The prices of the whole shop: levels, a list to apply, and every change. */
export default function PricesDialog({ onClose }: { readonly onClose: () => void }) {
  const [tab, setTab] = useState<Tab>('levels');
  return (
    <Dialog onClose={onClose} title={words.title} size="lg">
      <Stack>
        <DialogTabs label={words.tab} value={tab} options={tabs} onChange={setTab} />
        {tab === 'levels' && <LevelList />}
        {tab === 'list' && <PriceListPanel />}
        {tab === 'history' && <PriceHistory />}
      </Stack>
    </Dialog>
  );
}
