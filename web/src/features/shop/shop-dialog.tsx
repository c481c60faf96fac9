import { shopLimits } from '@almas/contract/limits';
import type { ShopProfile } from '@almas/contract/shop';
import { readTypedAmount } from '@almas/contract/typed-amount';
import { shop as words } from '@almas/locale/screens/shop';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api.ts';
import { apiQuery } from '../../lib/queries.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { LoadError, SkeletonList } from '../../ui/states.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { keepDeviceWidth, PaperWidthChoice } from './paper-width.tsx';

/** An offer whose own price is asked for. */
interface PricedOffer {
  readonly id: string;
  readonly name: string;
}

interface ShopDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly offer?: PricedOffer;
}

/** What the tickets say of the shop; with an offer, the reseller's own price of it too. */
export default function ShopDialog({ opened, onClose, offer }: ShopDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title} size="sm">
      <Shop onClose={onClose} {...(offer && { offer })} />
    </Dialog>
  );
}

function Shop({ onClose, offer }: Omit<ShopDialogProps, 'opened'>) {
  const profile = useQuery({ ...apiQuery('shop', 'profile'), staleTime: 0 });
  const price = useQuery({
    ...apiQuery('shop', 'retailPrice', { params: { offerId: offer?.id ?? '' } }),
    staleTime: 0,
    enabled: offer !== undefined,
  });
  const error = profile.error ?? price.error;
  if (error)
    return (
      <LoadError
        error={error}
        onRetry={() => {
          void profile.refetch();
          if (offer) void price.refetch();
        }}
      />
    );
  if (!profile.data || (offer && price.isPending)) return <SkeletonList count={4} height={64} />;
  return (
    <ShopForm
      before={profile.data}
      priceBefore={price.data?.price ?? null}
      onClose={onClose}
      {...(offer && { offer })}
    />
  );
}

interface ShopFormProps {
  readonly before: ShopProfile;
  readonly priceBefore: number | null;
  readonly offer?: PricedOffer;
  readonly onClose: () => void;
}

function ShopForm({ before: read, priceBefore: priceRead, offer, onClose }: ShopFormProps) {
  // What is read again meanwhile does not change what is being typed.
  const [before] = useState(read);
  const [priceBefore] = useState(priceRead === null ? '' : String(priceRead).replace('.', ','));
  const [draft, setDraft] = useState(before);
  const [price, setPrice] = useState(priceBefore);
  const typed = readTypedAmount(price);
  const change = (part: Partial<ShopProfile>) => setDraft((now) => ({ ...now, ...part }));
  const isPriceChanged = price !== priceBefore;
  const isChanged =
    isPriceChanged ||
    Object.entries(before).some(([key, value]) => draft[key as keyof ShopProfile] !== value);
  useUnsaved({ changed: isChanged });
  const { run, busy } = useAction(
    async () => {
      await api.shop.saveProfile({ body: draft });
      if (offer && isPriceChanged)
        await api.shop.saveRetailPrice({
          params: { offerId: offer.id },
          body: { price: typed.kind === 'amount' ? typed.amount : null },
        });
      if (draft.paperWidth !== before.paperWidth) keepDeviceWidth(null);
    },
    { success: [words.saved], failure: words.failed, refreshes: ['shop'], onDone: onClose },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.kind === 'amount' || typed.kind === 'empty') void run();
  };
  return (
    <form onSubmit={submit} noValidate aria-label={words.title}>
      <Stack>
        {offer && (
          <MoneyField
            label={words.price(offer.name)}
            value={price}
            onChange={setPrice}
            bounds={words.priceHint}
          />
        )}
        <TextField
          label={words.name}
          value={draft.name}
          maxLength={shopLimits.nameLength}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextField
          label={words.phone}
          value={draft.phone}
          type="tel"
          maxLength={shopLimits.phoneLength}
          onChange={(event) => change({ phone: event.currentTarget.value })}
        />
        <TextField
          label={words.footer}
          hint={words.footerHint}
          value={draft.footer}
          maxLength={shopLimits.footerLength}
          onChange={(event) => change({ footer: event.currentTarget.value })}
        />
        <PaperWidthChoice value={draft.paperWidth} onChange={(paperWidth) => change({ paperWidth })} />
        <Switch
          label={words.showPrice}
          hint={words.showPriceHint}
          checked={draft.showPrice}
          onChange={(showPrice) => change({ showPrice })}
        />
        <Button type="submit" full busy={busy}>
          {words.save}
        </Button>
      </Stack>
    </form>
  );
}
