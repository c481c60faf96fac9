import { supplierLimits } from '@almas/contract/limits';
import { colon } from '@almas/locale/formats';
import { supplierOrders } from '@almas/locale/screens/supplier-orders';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useRef } from 'react';
import { apiQuery } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { isChanged } from '../../ui/use-form.ts';
import styles from './supplier-orders.module.css';

const words = supplierOrders.connections;

/** Every offer by its id, with its product. */
export function useOfferNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(apiQuery('products', 'list', { query: {} }));
  return new Map(
    data?.items.flatMap(({ name, offers }) =>
      offers.map((offer) => [offer.id, `${name} - ${offer.name}`] as const),
    ),
  );
}

interface OfOffer {
  readonly offerId: string;
}
/** The names of offers by their ids. */
type Names = ReadonlyMap<string, string>;
/** A line as its connection was read. */
export interface NamedLine extends OfOffer {
  readonly offerName: string;
}

/** The names with those of the lines: an offer that was deleted is in no list of offers. */
export const namesWith = (lines: readonly NamedLine[], names: Names): Names =>
  new Map([
    ...lines.flatMap(({ offerId, offerName }) => (offerName ? [[offerId, offerName] as const] : [])),
    ...names,
  ]);

interface OfferLinesProps<Entry extends OfOffer> {
  readonly entries: readonly Entry[];
  readonly names: Names;
  readonly label: string;
  readonly empty: string;
  readonly text: (entry: Entry) => string;
  readonly onChange: (entries: readonly Entry[]) => void;
}

/** What a supplier sells for each offer, saved with the connection. */
export function OfferLines<Entry extends OfOffer>({
  entries,
  names,
  label,
  empty,
  text,
  onChange,
}: OfferLinesProps<Entry>) {
  if (entries.length === 0) return <p className="dim">{empty}</p>;
  return (
    <ul className="column gap-6" aria-label={label}>
      {entries.map((entry) => {
        const name = names.get(entry.offerId) ?? entry.offerId;
        return (
          <li key={entry.offerId} className={styles.line}>
            <span>
              <bdi>{name}</bdi>
              {colon}
              {text(entry)}
            </span>
            <Button
              variant="quiet"
              onClick={() => onChange(entries.filter(({ offerId }) => offerId !== entry.offerId))}
              aria-label={`${words.removeArticle} ${name}`}
            >
              {words.removeArticle}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

interface NewOfferFieldsProps {
  readonly label: string;
  readonly names: Names;
  /** Those that are in the list already cannot be chosen. */
  readonly entries: readonly OfOffer[];
  readonly offer: Omit<ComponentProps<typeof SelectField>, 'label' | 'options'>;
  readonly article: Omit<ComponentProps<typeof TextField>, 'label'>;
}

/** Which offer, and what the supplier calls it. */
export function NewOfferFields({ label, names, entries, offer, article }: NewOfferFieldsProps) {
  const free = [...names].filter(([id]) => !entries.some(({ offerId }) => offerId === id));
  return (
    <>
      <SelectField
        label={label}
        options={[
          { value: '', label: words.choose },
          ...free.map(([value, name]) => ({ value, label: name })),
        ]}
        {...offer}
      />
      <TextField label={words.articleName} maxLength={supplierLimits.articleLength} {...article} />
    </>
  );
}

/** A form that adds a line to what is saved with another button. */
export interface NewLine<Line> {
  /** '' for a new connection. */
  readonly connectionId: string;
  readonly onAdd: (line: Line) => void;
  /** Whether something is typed that was not added. */
  readonly onBegun: (begun: boolean) => void;
}

export function useBegun<Values extends object>(
  { values, initial }: { readonly values: Values; readonly initial: Values },
  tell: (begun: boolean) => void,
): void {
  const begun = isChanged(values, initial);
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  });
  useEffect(() => latest.current(begun), [begun]);
}
