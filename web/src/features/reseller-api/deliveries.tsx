import '../../platform/network/later-calls.ts';
import type { WebhookEvent } from '@almas/contract/forms';
import type { WebhookDelivery } from '@almas/contract/webhooks';
import { resellerApi } from '@almas/locale/screens/reseller-api';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, apiPages, useAction } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { When } from '../../ui/figures.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import record from '../../ui/record.module.css';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';

const words = resellerApi.deliveries;
const tones: Record<WebhookDelivery['status'], Tone> = {
  waiting: 'waiting',
  delivered: 'done',
  failed: 'failed',
};
const nameOf = (type: string) =>
  words.types[type] ?? resellerApi.webhooks.events[type as WebhookEvent] ?? type;

interface DeliveriesProps {
  readonly webhookId: string;
  readonly canRetry: boolean;
}

/** What was sent to a webhook, and how its receiver answered. */
export function Deliveries({ webhookId, canRetry }: DeliveriesProps) {
  const params = { id: webhookId };
  const list = useInfiniteQuery({
    ...apiPages('webhooks', 'deliveries', { params, query: {} }),
    staleTime: 0,
  });
  const { run, busy } = useAction(
    (deliveryId: string) => api.webhooks.retry({ params: { id: webhookId, deliveryId } }),
    { success: [words.retried], failure: words.retryFailed, refreshes: ['webhooks'] },
  );
  return (
    <PagedList list={list} empty={{ title: words.empty, text: words.emptyText }} failed={words.failed}>
      {(items: readonly WebhookDelivery[]) => (
        <ul className="column gap-12">
          {items.map(({ id, type, object, status, attempts, error, createdAt, nextAttemptAt }) => (
            <li key={id} className={`box column gap-6 anywhere ${record.item}`} data-testid="delivery">
              <div className="row wrap spread gap-8">
                <h3 id={`delivery-${id}`}>{nameOf(type)}</h3>
                <StatusBadge tone={tones[status]}>{words.statuses[status]}</StatusBadge>
              </div>
              <p className="dim">
                <Dotted
                  parts={[
                    /^order (.*)/.exec(object)?.[1],
                    <When key="at" at={createdAt} form="relative" />,
                    words.attempts(attempts),
                    error && words.error(error),
                  ]}
                />
              </p>
              {nextAttemptAt !== null && attempts > 0 && (
                <p className="dim">
                  {words.next} <When at={nextAttemptAt} />
                </p>
              )}
              {canRetry && (
                <div>
                  <Button
                    variant="secondary"
                    aria-describedby={`delivery-${id}`}
                    busy={busy}
                    onClick={() => void run(id)}
                  >
                    {words.retry}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  );
}
