import type { Product } from '@almas/contract/products';
import { productForm as words } from '@almas/locale/screens/product-form';
import { useState } from 'react';
import { useToasts } from '../../../lib/use-toasts.ts';
import { useNavigate } from '../../../platform/navigation/index.ts';
import { ApiError, api, messageOf, refresh } from '../../../platform/network/index.ts';
import {
  infoFields,
  isStored,
  type OfferDraft,
  offerToSend,
  type ProductDraft,
  productDraftOf,
  refusedField,
} from './draft.ts';
import type { useRemoval } from './offers-section.tsx';
import { pendingImports, usePendingImports } from './pending-imports.ts';
import { focusFirstError, type ProductForm } from './use-product-form.tsx';

type Saved = 'info' | 'all';

/** Refusals caused by a colleague's change. */
const isStale = (error: unknown) =>
  error instanceof ApiError && ['PRODUCT_CHANGED', 'OFFERS_HOLD_CODES'].includes(error.code);

interface EditParts {
  readonly form: ProductForm;
  readonly stockOf: (offer: OfferDraft) => number;
  readonly removal: ReturnType<typeof useRemoval>;
}

/**
 * The two saves of the edit form: the information alone, or with the offers and then back to the list (AMB-57). Each names the version
 * that the form was read from and the offers it removes (AMB-11). A stale one is refused, and `stale` is the version that is stored now.
 */
export function useEdit(product: Product, { form, stockOf, removal }: EditParts) {
  const navigate = useNavigate();
  const { say, fieldMessage } = useToasts();
  const [saving, setSaving] = useState<Saved | 'none'>('none');
  const [stale, setStale] = useState<Product | null>(null);
  const opened = form.draft.opened ?? product;
  const [loss, setLoss] = useState<string | null>(null);
  const imports = usePendingImports(() => void navigate({ to: '/admin/products' }));
  const params = { id: product.id };

  const send = (what: Saved, { info, offers }: ProductDraft, confirmBelowCost: boolean) =>
    api.products.update({
      params,
      body: {
        ...info,
        updatedAt: opened.updatedAt,
        ...(what === 'all' && {
          offers: offers.map((offer) => offerToSend(offer, stockOf(offer))),
          removedOffers: [...removal.accepted],
          ...(confirmBelowCost && { confirmBelowCost }),
        }),
      },
    });
  const finish = async (what: Saved, sent: ProductDraft, saved: Product) => {
    say.success(words.updated);
    if (what === 'all') return imports.begin(pendingImports(saved, sent.offers));
    // The values as the server normalised them, unless they were edited while the save was in progress.
    const typed = form.snapshot();
    const stored = productDraftOf(saved).info;
    const kept = infoFields.filter((field) => typed.info[field] !== sent.info[field]);
    const info = { ...stored, ...Object.fromEntries(kept.map((field) => [field, typed.info[field]])) };
    form.setDraft({ ...typed, info, opened: saved });
    setSaving('none');
    await refresh('products');
  };
  const save = async (what: Saved, confirmBelowCost = false): Promise<void> => {
    setLoss(null);
    const fields = what === 'info' ? infoFields.map((field) => `info.${field}` as const) : undefined;
    if (!(await form.fields.trigger(fields))) {
      fieldMessage.error(
        what === 'info' ? words.invalidInfo : words.invalid,
        what === 'info' ? words.invalidInfoText : words.invalidText,
      );
      return focusFirstError();
    }
    if (saving !== 'none') return;
    const draft = form.snapshot();
    setSaving(what);
    try {
      await finish(what, draft, await send(what, draft, confirmBelowCost));
    } catch (error) {
      const now = isStale(error) ? await api.products.get({ params }).catch(() => null) : null;
      // The response to the previous save was lost: there is nothing left to save.
      if (now && isStored(what === 'info' ? { ...productDraftOf(opened), info: draft.info } : draft, now))
        return finish(what, draft, now);
      setSaving('none');
      if (now) return setStale(now);
      if (error instanceof ApiError && error.code === 'PRICE_BELOW_COST') return setLoss(error.message);
      say.error(messageOf(error, words.updateFailed));
      form.setMistakes(refusedField(error));
      await refresh('products');
    }
  };
  return {
    saving,
    saveInfo: () => save('info'),
    saveAll: () => save('all'),
    imports,
    /** Which prices are below which cost, of the save that was refused for it. */
    loss,
    saveAtLoss: () => save('all', true),
    forgetLoss: () => setLoss(null),
    opened,
    stale,
    goOn: () => setStale(null),
    /** Replaces what was typed by the version that is stored now. */
    reload: (now: Product) => {
      form.setDraft(productDraftOf(now));
      removal.clear();
      setStale(null);
    },
  };
}
