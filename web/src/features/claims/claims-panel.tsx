import { claims as claimsWords } from '@almas/locale/screens/claims';
import { useQuery } from '@tanstack/react-query';
import { useDialogParameter } from '../../platform/navigation/index.ts';
import { apiQuery } from '../../platform/network/index.ts';
import { useMay } from '../../platform/session/index.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Section, Stack } from '../../ui/card.tsx';
import { When } from '../../ui/figures.tsx';
import { lazyDialog } from '../../ui/lazy-part.tsx';

const ClaimsDialog = lazyDialog(() => import('./claims-dialog.tsx'));
const words = claimsWords.panel;
const tabs = ['queue', 'decided', 'suppliers'] as const;

/** How long the oldest claim has waited, and the way to all of them. */
export default function ClaimsPanel() {
  const may = useMay();
  const { value, open } = useDialogParameter('claims');
  const query = { status: 'open', order: 'asc', limit: 1 } as const;
  const { data } = useQuery({ ...apiQuery('claims', 'list', { query }), staleTime: 0 });
  const oldest = data?.items[0];
  return (
    <Section title={claimsWords.title}>
      <Stack>
        {data && (
          <p>
            {oldest ? (
              <>
                {words.oldest} <When at={oldest.createdAt} form="in-sentence" />
              </>
            ) : (
              words.nothing
            )}
          </p>
        )}
        <Row>
          {tabs
            .filter((tab) => tab !== 'suppliers' || may('stock'))
            .map((tab) => (
              <Button
                key={tab}
                variant={tab === 'queue' && oldest ? 'primary' : 'secondary'}
                aria-haspopup="dialog"
                onClick={() => open(tab)}
              >
                {words[tab]}
              </Button>
            ))}
        </Row>
      </Stack>
      {value !== null && <ClaimsDialog />}
    </Section>
  );
}
