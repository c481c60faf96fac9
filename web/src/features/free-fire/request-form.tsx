import type { FreeFireOffer } from '@almas/contract/free-fire';
import { common } from '@almas/locale/screens/common';
import { freeFire } from '@almas/locale/screens/free-fire';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
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
  /** Whether a player's name can be looked up. */
  readonly looksUp: boolean;
}

/** Player, offer, summary with the price, submit button. */
export function FreeFireRequestForm({ offers, online, looksUp }: RequestFormProps) {
  const { form, ...request } = useFreeFireRequestForm(offers, online);
  if (offers.length === 0)
    return (
      <Card>
        <EmptyState title={words.noOffers} text={words.noOffersText} />
      </Card>
    );
  return (
    <Form form={form} className={styles.form} aria-label={words.title}>
      <Card>
        <div className="column gap-20">
          <div className={`column ${styles.player}`}>
            <PlayerField {...form.field('playerId')} customers={request.customers} />
            <CustomersOpener onChoose={form.field('playerId').onChange} />
          </div>
          <OfferGrid
            offers={offers}
            chosen={request.offer?.id ?? ''}
            onChoose={form.field('offerId').onChange}
            error={form.mistake('offerId')}
          />
        </div>
      </Card>
      <div className={`column gap-12 ${styles.side}`}>
        <RequestSummary
          balance={request.balance}
          price={request.offer?.price}
          busy={request.busy}
          playerId={request.player}
          label={request.label}
          looksUp={looksUp && request.isPlayerWhole}
          repeat={request.repeat}
          question={request.question}
        />
        {request.lost && (
          <Notice tone="waiting" title={common.moneyCall.verifying} text={common.moneyCall.lost} />
        )}
      </div>
    </Form>
  );
}
