import type { FreeFireOffer } from '@almas/contract/free-fire';
import { formatCount } from '@almas/locale/formats';
import { freeFire } from '@almas/locale/screens/free-fire';
import { useId } from 'react';
import { Money } from '../../ui/figures.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { Mark } from '../../ui/mark.tsx';
import styles from './offer-grid.module.css';

const words = freeFire.form;

interface OfferGridProps {
  readonly offers: readonly FreeFireOffer[];
  readonly chosen: string;
  readonly onChoose: (offerId: string) => void;
  readonly error: string | undefined;
}

/** The offers as large tiles, one of which is selected. */
export function OfferGrid({ offers, chosen, onChoose, error }: OfferGridProps) {
  const id = useId();
  return (
    <fieldset
      className={styles.set}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
    >
      <legend>{words.offer}</legend>
      <div className={styles.grid}>
        {offers.map((offer) => (
          <Tile key={offer.id} offer={offer} chosen={offer.id === chosen} onChoose={onChoose} />
        ))}
      </div>
      {error && (
        <p id={id} className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface TileProps {
  readonly offer: FreeFireOffer;
  readonly chosen: boolean;
  readonly onChoose: (offerId: string) => void;
}

const Tile = ({ offer, chosen, onChoose }: TileProps) => (
  <label className={`column ${styles.tile}`}>
    <input
      type="radio"
      name="offerId"
      value={offer.id}
      className="visually-hidden"
      checked={chosen}
      disabled={offer.status !== 'active'}
      onChange={() => onChoose(offer.id)}
    />
    <span className={`column box ${styles.body}`}>
      <span className={`row ${styles.value}`}>
        <Mark size={22} />
        {formatCount(offer.value)}
      </span>
      <span className={`note ${styles.name}`}>{offer.name}</span>
      <span className={styles.price}>
        {offer.status === 'active' ? <Money amount={offer.price} /> : words.unavailable}
      </span>
      {chosen && (
        <span className={`center ${styles.check}`}>
          <CheckIcon size={16} />
        </span>
      )}
    </span>
  </label>
);
