import { FreeFirePrice } from '@almas/contract/forms';
import type { FreeFireOffer } from '@almas/contract/free-fire';
import { adminFreeFire } from '@almas/locale/screens/admin-free-fire';
import { useRef, useState } from 'react';
import { api, useAction } from '../../../platform/network/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Money } from '../../../ui/figures.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { PriceForm } from '../../../ui/price-form.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Switch } from '../../../ui/switch.tsx';
import styles from './offers-panel.module.css';

const words = adminFreeFire.offers;

export const OffersPanel = ({ offers }: { readonly offers: readonly FreeFireOffer[] }) => (
  <Panel title={words.title}>
    {offers.length === 0 ? (
      <EmptyState title={words.empty} />
    ) : (
      <ul className="lines">
        {offers.map((offer) => (
          <OfferLine key={offer.id} offer={offer} />
        ))}
      </ul>
    )}
  </Panel>
);

function OfferLine({ offer }: { readonly offer: FreeFireOffer }) {
  const [price, setPrice] = useState<'shown' | 'edited' | 'closed'>('shown');
  const title = `offer-${offer.id}`;
  return (
    <li className={`column ${styles.line}`} data-testid="free-fire-offer">
      <StatusSwitch offer={offer} />
      {price === 'edited' ? (
        <PriceForm
          name={offer.name}
          price={offer.price}
          rule={FreeFirePrice}
          send={(body) => api.freeFire.updateOffer({ params: { id: offer.id }, body })}
          failure={adminFreeFire.service.failed}
          refreshes={['freeFire']}
          draft={`free-fire-price-${offer.id}`}
          onClose={() => setPrice('closed')}
        />
      ) : (
        <div className={`row wrap spread ${styles.price}`}>
          <span id={title}>
            <Money amount={offer.price} size="lg" />
          </span>
          <Button
            variant="secondary"
            // The form that had the focus has left.
            autoFocus={price === 'closed'}
            onClick={() => setPrice('edited')}
            aria-label={words.editNamed(offer.name)}
          >
            {words.edit}
          </Button>
        </div>
      )}
    </li>
  );
}

/** The switch changes with the tap and reverts when the server refuses, which is the default (AMB-09). */
function StatusSwitch({ offer }: { readonly offer: FreeFireOffer }) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { run } = useAction(
    (active: boolean) =>
      api.freeFire.updateOffer({
        params: { id: offer.id },
        body: { status: active ? 'active' : 'inactive' },
      }),
    { success: [words.statusDone], failure: words.statusFailed, refreshes: ['freeFire'] },
  );
  /** The last tap, while calls are under way. */
  const last = useRef<boolean>(undefined);
  const change = async (active: boolean) => {
    setWanted(active);
    const isUnderWay = last.current !== undefined;
    last.current = active;
    // A tap during the call is sent after it.
    if (isUnderWay) return;
    for (let sent = !active; sent !== last.current; ) {
      sent = last.current;
      await run(sent);
    }
    last.current = undefined;
    setWanted(null);
  };
  return (
    <Switch
      label={offer.name}
      hint={words.diamonds(offer.value)}
      checked={wanted ?? offer.status === 'active'}
      onChange={(active) => void change(active)}
    />
  );
}
