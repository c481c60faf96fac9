import type { FreeFireOffer } from '@almas/contract/free-fire';
import { common } from '@almas/locale/screens/common';
import { freeFire } from '@almas/locale/screens/free-fire';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { CustomersOpener } from './customers-opener.tsx';
import { OfferGrid } from './offer-grid.tsx';
import { PlayerField } from './player-field.tsx';
import styles from './request-form.module.css';
import { RequestSummary } from './request-summary.tsx';
import { useFreeFireRequestForm } from './use-request-form.ts';

const words = freeFire.form;

interface RequestFormProps {
  readonly offers: readonly FreeFireOffer[];
  readonly online: boolean;
}

/** Player, offer, what it costs, send. */
export function FreeFireRequestForm({ offers, online }: RequestFormProps) {
  const form = useFreeFireRequestForm(offers, online);
  if (offers.length === 0)
    return (
      <Card>
        <EmptyState title={words.noOffers} text={words.noOffersText} />
      </Card>
    );
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate aria-label={words.title}>
      <Card>
        <div className={styles.fields}>
          <div className={styles.player}>
            <PlayerField
              value={form.playerId}
              error={form.mistakes.playerId}
              customers={form.customers}
              onChange={form.writePlayerId}
            />
            <CustomersOpener onChoose={form.writePlayerId} />
          </div>
          <OfferGrid
            offers={offers}
            chosen={form.offer?.id ?? ''}
            onChoose={form.choose}
            error={form.mistakes.offer}
          />
        </div>
      </Card>
      <div className={styles.side}>
        <RequestSummary
          balance={form.balance}
          price={form.offer?.price}
          busy={form.busy}
          playerId={form.playerId.trim()}
          label={form.label}
          repeat={form.repeat}
          unsettled={form.unsettled}
        />
        {form.lost && (
          <Notice tone="waiting" title={common.moneyCall.verifying} text={common.moneyCall.lost} />
        )}
      </div>
    </form>
  );
}
