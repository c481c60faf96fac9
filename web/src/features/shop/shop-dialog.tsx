import { OfferPrice } from '@almas/contract/forms';
import { shopLimits } from '@almas/contract/limits';
import type { ShopProfile } from '@almas/contract/shop';
import { shop as words } from '@almas/locale/screens/shop';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { typedAmountOrNone } from '../../lib/typed-rules.ts';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { changedFields } from '../../ui/changed-fields.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { LoadError, SkeletonList } from '../../ui/states.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useForm } from '../../ui/use-form.ts';
import { keepDeviceWidth, PaperWidthChoice } from './paper-width.tsx';

/** An offer for which the reseller can enter a price. */
interface PricedOffer {
  readonly id: string;
  readonly name: string;
}

interface ShopDialogProps {
  readonly onClose: () => void;
  readonly offer?: PricedOffer;
}

/** The shop's details for the tickets; with an offer, also the reseller's own price for it. */
export default function ShopDialog({ onClose, offer }: ShopDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.title} size="sm">
      <Shop onClose={onClose} {...(offer && { offer })} />
    </Dialog>
  );
}

function Shop({ onClose, offer }: Omit<ShopDialogProps, 'opened'>) {
  const profile = useQuery({ ...apiQuery('shop', 'profile'), staleTime: 0 });
  const price = useQuery({
    ...apiQuery('shop', 'retailPrice', { params: { offerId: offer?.id ?? '' }, query: {} }),
    staleTime: 0,
    enabled: offer !== undefined,
  });
  // The form keeps what it was opened on: an earlier read is too old for it. A later one that fails leaves it, since something may be typed.
  const [openedAt] = useState([profile.dataUpdatedAt, price.dataUpdatedAt] as const);
  const isNew = profile.dataUpdatedAt !== openedAt[0] && (!offer || price.dataUpdatedAt !== openedAt[1]);
  if (isNew && profile.data && (!offer || price.data))
    return (
      <ShopForm
        before={profile.data}
        priceBefore={price.data?.price ?? null}
        onClose={onClose}
        {...(offer && { offer })}
      />
    );
  const error = profile.error ?? price.error;
  if (error && profile.isFetchedAfterMount && (!offer || price.isFetchedAfterMount))
    return (
      <LoadError
        error={error}
        onRetry={() => {
          void profile.refetch();
          if (offer) void price.refetch();
        }}
      />
    );
  return <SkeletonList count={4} height={64} />;
}

const rules = z.object({
  name: z.string(),
  phone: z.string(),
  footer: z.string(),
  paperWidth: z.custom<ShopProfile['paperWidth']>(),
  showPrice: z.boolean(),
  price: typedAmountOrNone(OfferPrice),
});

interface ShopFormProps {
  readonly before: ShopProfile;
  readonly priceBefore: number | null;
  readonly offer?: PricedOffer;
  readonly onClose: () => void;
}

function ShopForm({ before, priceBefore, offer, onClose }: ShopFormProps) {
  const { run, busy } = useAction(
    async ({ price, ...profile }: z.output<typeof rules>) => {
      const changed = changedFields(profile, form.initial);
      if (Object.keys(changed).length > 0) await api.shop.saveProfile({ body: { ...before, ...changed } });
      if (offer && form.values.price !== form.initial.price)
        await api.shop.saveRetailPrice({ params: { offerId: offer.id }, body: { price } });
      if (profile.paperWidth !== form.initial.paperWidth) keepDeviceWidth(null);
    },
    { success: [words.saved], failure: words.failed, refreshes: ['shop'], onDone: onClose },
  );
  const form = useForm({
    initial: { ...before, price: priceBefore === null ? '' : String(priceBefore).replace('.', ',') },
    rules,
    onSubmit: run,
    unsaved: { draft: `shop-${offer?.id ?? ''}` },
  });
  return (
    <Form form={form} aria-label={words.title}>
      {offer && (
        <MoneyField label={words.price(offer.name)} bounds={words.priceHint} {...form.field('price')} />
      )}
      <TextField label={words.name} maxLength={shopLimits.nameLength} {...form.field('name')} />
      <TextField label={words.phone} type="tel" maxLength={shopLimits.phoneLength} {...form.field('phone')} />
      <TextField
        label={words.footer}
        hint={words.footerHint}
        maxLength={shopLimits.footerLength}
        {...form.field('footer')}
      />
      <PaperWidthChoice value={form.values.paperWidth} onChange={(paperWidth) => form.set({ paperWidth })} />
      <Switch
        label={words.showPrice}
        hint={words.showPriceHint}
        checked={form.values.showPrice}
        onChange={(showPrice) => form.set({ showPrice })}
      />
      <Button type="submit" full busy={busy}>
        {words.save}
      </Button>
    </Form>
  );
}
