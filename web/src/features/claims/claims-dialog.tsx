import { claims as words } from '@almas/locale/screens/claims';
import { useDialogParameter } from '../../platform/navigation/index.ts';
import { useMay } from '../../platform/session/index.ts';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ClaimQueue } from './claim-queue.tsx';
import { DecidedClaims } from './decided-claims.tsx';
import { SupplierClaims } from './supplier-claims.tsx';

const allTabs = (['queue', 'decided', 'suppliers'] as const).map((value) => ({
  value,
  label: words.tabs[value],
}));

/** Claims to decide, those that are decided, and what suppliers owe. The tab is in the URL (`?claims=queue`). */
export default function ClaimsDialog() {
  const { value, open, close } = useDialogParameter('claims');
  const may = useMay();
  const tabs = allTabs.filter((one) => one.value !== 'suppliers' || may('stock'));
  const tab = tabs.find((one) => one.value === value)?.value ?? 'queue';
  return (
    <Dialog onClose={close} title={words.title} size="lg">
      <Stack>
        <Segmented label={words.tabs.label} value={tab} options={tabs} onChange={open} />
        {tab === 'queue' && <ClaimQueue />}
        {tab === 'decided' && <DecidedClaims />}
        {tab === 'suppliers' && <SupplierClaims />}
      </Stack>
    </Dialog>
  );
}
