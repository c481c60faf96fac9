import type { Product } from '@almas/contract/products';
import { productForm as words } from '@almas/locale/screens/product-form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { ApiError, messageOf } from '../../../lib/api-errors.ts';
import { refresh } from '../../../lib/queries.ts';
import { useToasts } from '../../../lib/use-toasts.ts';
import { withTheirOffers } from './conflict.ts';
import {
  checkInfo,
  checkProduct,
  type FieldErrors,
  type OfferDraft,
  offerToSend,
  productDraftOf,
  refusedField,
} from './draft.ts';
import { pendingImports, usePendingImports } from './pending-imports.ts';
import { focusFirstError, type ProductForm } from './use-product-form.ts';

type Saving = 'none' | 'info' | 'all';
type Removed = readonly { readonly id: string; readonly codes: number }[];

interface Conflict {
  readonly now: Product;
  readonly what: 'info' | 'all';
}

/** What a colleague did meanwhile decides: the page shows both sides. */
const isConflict = (error: unknown) =>
  error instanceof ApiError && ['PRODUCT_CHANGED', 'OFFERS_HOLD_CODES'].includes(error.code);

interface EditParts {
  readonly form: ProductForm;
  readonly stockOf: (offer: OfferDraft) => number;
  readonly removal: { readonly accepted: Removed; readonly clear: () => void };
}

/**
 * The two saves of the edit form: the information alone, or with the offers and then back to the list (AMB-57). Each
 * names the version that the form was read from and the offers it removes (AMB-11).
 */
export function useEdit(product: Product, { form, stockOf, removal }: EditParts) {
  const navigate = useNavigate();
  const { say, remark } = useToasts();
  const [saving, setSaving] = useState<Saving>('none');
  const [opened, setOpened] = useState(product);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const imports = usePendingImports(() => void navigate({ to: '/admin/products' }));
  const params = { id: product.id };

  const refuse = (errors: FieldErrors, title: string, text: string) => {
    form.setErrors(errors);
    if (Object.keys(errors).length === 0) return false;
    remark.error(title, text);
    focusFirstError();
    return true;
  };
  const attempt = async (what: 'info' | 'all', save: () => Promise<void>) => {
    if (saving !== 'none') return;
    setSaving(what);
    try {
      await save();
      setConflict(null);
    } catch (error) {
      setSaving('none');
      if (isConflict(error)) {
        const now = await api.products.get({ params }).catch(() => null);
        if (now) return setConflict({ now, what });
      }
      say.error(messageOf(error, words.updateFailed));
      form.setErrors(refusedField(error));
      await refresh('products');
    }
  };

  const writeInfo = (version: Product) =>
    attempt('info', async () => {
      setOpened(
        await api.products.update({ params, body: { ...form.draft.info, updatedAt: version.updatedAt } }),
      );
      say.success(words.updated);
      setSaving('none');
      await refresh('products');
    });
  const writeAll = (version: Product, offers: readonly OfferDraft[], removedOffers: Removed) =>
    attempt('all', async () => {
      const sent = offers.map((offer) => offerToSend(offer, stockOf(offer)));
      const body = {
        ...form.draft.info,
        offers: sent,
        updatedAt: version.updatedAt,
        removedOffers: [...removedOffers],
      };
      const saved = await api.products.update({ params, body });
      say.success(words.updated);
      await imports.begin(pendingImports(saved, offers));
    });

  const saveInfo = () => {
    if (refuse(checkInfo(form.draft.info), words.invalidInfo, words.invalidInfoText)) return;
    return writeInfo(opened);
  };
  const saveAll = () => {
    if (refuse(checkProduct(form.draft), words.invalid, words.invalidText)) return;
    return writeAll(opened, form.draft.offers, removal.accepted);
  };
  const keepMine = ({ now, what }: Conflict) => {
    if (what === 'info') return writeInfo(now);
    const offers = withTheirOffers(form.draft, opened, now);
    const kept = new Set(offers.map(({ id }) => id));
    // With the number of codes that the dialog showed.
    const removed = now.offers
      .filter(({ id }) => !kept.has(id))
      .map(({ id, stock }) => ({ id, codes: stock }));
    form.setOffers(offers);
    setOpened(now);
    return writeAll(now, offers, removed);
  };
  const takeTheirs = ({ now }: Conflict) => {
    const { info, offers } = productDraftOf(now);
    form.setInfo(info);
    form.setOffers(offers);
    removal.clear();
    setOpened(now);
    setConflict(null);
  };
  return {
    saving,
    saveInfo,
    saveAll,
    imports,
    conflict,
    keepMine,
    takeTheirs,
    forget: () => setConflict(null),
  };
}
