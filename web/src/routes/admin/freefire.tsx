import { screens } from '@almas/contract/limits';
import { adminFreeFire as words } from '@almas/locale/screens/admin-free-fire';
import { useQuery } from '@tanstack/react-query';
import { ExportButton } from '../../features/exports/export-button.tsx';
import { AddressedRequest } from '../../features/free-fire/admin/addressed-request.tsx';
import styles from '../../features/free-fire/admin/layout.module.css';
import { OffersPanel } from '../../features/free-fire/admin/offers-panel.tsx';
import { PendingSection } from '../../features/free-fire/admin/pending-section.tsx';
import { RequestGroup } from '../../features/free-fire/admin/request-group.tsx';
import { ServicePanel } from '../../features/free-fire/admin/service-panel.tsx';
import { FreeFireStatCards } from '../../features/free-fire/admin/stat-cards.tsx';
import { useService } from '../../features/free-fire/use-service.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { useMay } from '../../platform/session/index.ts';
import { useMayCall } from '../../platform/session/may-call.ts';
import { Card, Stack } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LoadError, SkeletonList } from '../../ui/states.tsx';

const recent = { status: 'validated', limit: screens.recentFreeFire } as const;
const processed = { status: 'processed', limit: screens.recentFreeFire } as const;

/** What waits comes first: the settings stand beside it on a desk and below it on a phone. */
export default function AdminFreeFirePage() {
  const may = useMay();
  const decides = may('requests');
  return (
    <Stack gap={24}>
      <PageHeader title={words.title} text={words.text} actions={<ExportButton list="freeFireRequests" />} />
      {decides && <FreeFireStatCards />}
      <div className={`column ${styles.columns}`}>
        <Stack gap={24}>
          {decides && (
            <>
              <PendingSection />
              <RequestGroup query={processed} words={words.history} />
            </>
          )}
        </Stack>
        <Stack gap={24}>
          {may('settings', 'prices') && <Settings />}
          {decides && <RequestGroup query={recent} words={words.recent} />}
        </Stack>
      </div>
      {decides && <AddressedRequest />}
    </Stack>
  );
}

/** The service and its offers. */
function Settings() {
  const { service, error, retry } = useService();
  const mayConfigure = useMayCall('freeFire', 'configure');
  const mayPrice = useMayCall('freeFire', 'updateOffer');
  const offers = useQuery(apiQuery('freeFire', 'offers'));
  const failed = error ?? (offers.data ? null : offers.error);
  if (failed) {
    const again = () => {
      retry();
      void offers.refetch();
    };
    return (
      <Card>
        <LoadError error={failed} text={words.loadFailed} onRetry={again} />
      </Card>
    );
  }
  if (!service || !offers.data) return <SkeletonList count={2} height={530} />;
  return (
    <>
      {mayConfigure && <ServicePanel service={service} />}
      {mayPrice && <OffersPanel offers={offers.data.items} />}
    </>
  );
}
