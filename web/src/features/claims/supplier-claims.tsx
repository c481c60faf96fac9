import type { SupplierClaim, SupplierSettlement } from '@almas/contract/claims';
import { colon, comma } from '@almas/locale/formats';
import { claims } from '@almas/locale/screens/claims';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiPages } from '../../platform/network/index.ts';
import { useMayCall } from '../../platform/session/may-call.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { OfferName } from '../../ui/offer-name.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { Segmented } from '../../ui/segmented.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { SettleDialog } from './settle-dialog.tsx';

const words = claims.suppliers;

const shown = (['owed', 'settled'] as const).map((value) => ({ value, label: words.shown[value] }));

/** What the owner claims back from who sold the refused codes, and what these have settled. */
export function SupplierClaims() {
  const [view, setView] = useState<'owed' | 'settled'>('owed');
  return (
    <Stack>
      <Segmented label={words.shown.label} value={view} options={shown} onChange={setView} />
      {view === 'owed' ? <Owed /> : <Settlements />}
    </Stack>
  );
}

/** Codes that were replaced or credited and that no supplier has settled, by batch. */
function Owed() {
  const [chosen, setChosen] = useState<SupplierClaim | null>(null);
  const maySettle = useMayCall('claims', 'settle');
  /** It holds codes. */
  const mayExport = useMayCall('exports', 'supplierClaims');
  const list = useInfiniteQuery({ ...apiPages('claims', 'batches', { query: {} }), staleTime: 0 });
  const rows = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Stack>
      <p className="dim">{words.text}</p>
      {mayExport && (
        <div>
          <ExportButton list="supplierClaims" />
        </div>
      )}
      <PagedList list={list} empty={{ title: words.empty, text: words.emptyText }} failed={claims.failed}>
        {(items: readonly SupplierClaim[]) => (
          <ul className="column gap-12">
            {items.map((line) => (
              <li
                key={`${line.batchId} ${line.productName} ${line.offerName}`}
                className={`box column gap-6 anywhere ${record.item}`}
                data-testid="supplier-claim"
              >
                <div className={record.head}>
                  <h3 className={record.name} dir="auto">
                    {line.batchId === null ? words.noBatch : words.batch(line.batchId, line.batchLabel)}
                  </h3>
                  {line.cost === null ? (
                    <span className="dim">{words.unknownCost}</span>
                  ) : (
                    <Money amount={line.cost} size="lg" />
                  )}
                </div>
                <p>
                  <Dotted
                    parts={[
                      line.supplierName ?? words.noSupplier,
                      <OfferName key="offer" {...line} between=" " />,
                    ]}
                  />
                </p>
                <p className="dim">
                  {`${words.codes(line.claims)}${colon}${words.split(line.replaced, line.credited)}${comma}`}
                  <When at={line.lastDecidedAt} form="in-sentence" />
                </p>
                {line.batchId !== null && (
                  <div className="wrap gap-8">
                    {mayExport && <ExportButton list="supplierClaims" filters={{ batchId: line.batchId }} />}
                    {maySettle && (
                      <Button
                        variant="secondary"
                        aria-label={words.settleName(line.batchId)}
                        onClick={() => setChosen(line)}
                      >
                        {words.settle}
                      </Button>
                    )}
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {chosen && (
        <SettleDialog
          claim={rows?.find(({ batchId }) => batchId === chosen.batchId) ?? chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </Stack>
  );
}

function Settlements() {
  const list = useInfiniteQuery({ ...apiPages('claims', 'settlements', { query: {} }), staleTime: 0 });
  return (
    <PagedList list={list} empty={{ title: words.noneSettled }} failed={claims.failed}>
      {(items: readonly SupplierSettlement[]) => (
        <ul className="column gap-12" aria-label={words.shown.settled}>
          {items.map((line) => (
            <li key={line.id} className={`box column gap-6 anywhere ${record.item}`}>
              <div className={record.head}>
                <h3 className={record.name} dir="auto">
                  {words.batch(line.batchId, line.batchLabel)}
                </h3>
                <Money amount={line.amount} size="lg" />
              </div>
              <p>
                <Dotted
                  parts={[
                    line.supplierName ?? words.noSupplier,
                    <OfferName key="offer" {...line} between=" " />,
                    words.codes(line.claims),
                  ]}
                />
              </p>
              {line.note && <p dir="auto">{line.note}</p>}
              <p className="dim">
                <Dotted parts={[line.settledByName, <When key="at" at={line.settledAt} />]} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
