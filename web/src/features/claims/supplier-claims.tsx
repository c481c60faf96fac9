import type { SupplierClaim } from '@almas/contract/claims';
import { colon, comma } from '@almas/locale/formats';
import { claims } from '@almas/locale/screens/claims';
import { useInfiniteQuery } from '@tanstack/react-query';
import { apiPages } from '../../platform/network/index.ts';
import { useMayCall } from '../../platform/session/may-call.ts';
import { Stack } from '../../ui/card.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { Money, When } from '../../ui/figures.tsx';
import { OfferName } from '../../ui/offer-name.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { ExportButton } from '../exports/export-button.tsx';

const words = claims.suppliers;

/** Codes that were replaced or credited, by batch: what the owner claims back from who sold them. */
export function SupplierClaims() {
  /** It holds codes. */
  const mayExport = useMayCall('exports', 'supplierClaims');
  const list = useInfiniteQuery({ ...apiPages('claims', 'batches', { query: {} }), staleTime: 0 });
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
                {mayExport && line.batchId !== null && (
                  <div>
                    <ExportButton list="supplierClaims" filters={{ batchId: line.batchId }} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </Stack>
  );
}
