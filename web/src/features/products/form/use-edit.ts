import type { Product } from '@almas/contract/products';
import { productForm as words } from '@almas/locale/screens/product-form';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { ApiError, messageOf } from '../../../lib/api-errors.ts';
import { refresh } from '../../../lib/queries.ts';
import { useNavigate } from '../../../lib/router.tsx';
import { useToasts } from '../../../lib/use-toasts.ts';
import { differencesOf, mergeDraft } from './conflict.ts';
import {
  infoFields,
  type OfferDraft,
  offerToSend,
  type ProductDraft,
  productDraftOf,
  refusedField,
} from './draft.ts';
import { pendingImports, usePendingImports } from './pending-imports.ts';
import { focusFirstError, type ProductForm } from './use-product-form.ts';
import type { useRemoval } from './use-removal.ts';

type Saving = 'none' | 'info' | 'all';
type Removed = ReturnType<typeof useRemoval>['accepted'];

interface Conflict {
  readonly now: Product;
  readonly what: 'info' | 'all';
}

/** Refusals caused by a colleague's change: the page shows both versions. */
const isConflict = (error: unknown) =>
  error instanceof ApiError && ['PRODUCT_CHANGED', 'OFFERS_HOLD_CODES'].includes(error.code);

/** The refused save of a price below the known cost. */
interface Loss {
  readonly message: string;
  readonly saveAnyway: () => Promise<void>;
}

interface EditParts {
  readonly form: ProductForm;
  readonly stockOf: (offer: OfferDraft) => number;
  readonly removal: ReturnType<typeof useRemoval>;
}

/**
 * The two saves of the edit form: the information alone, or with the offers and then back to the list (AMB-57). Each
 * names the version that the form was read from and the offers it removes (AMB-11).
 */
export function useEdit(product: Product, { form, stockOf, removal }: EditParts) {
  const navigate = useNavigate();
  const { say, remark } = useToasts();
  const [saving, setSaving] = useState<Saving>('none');
  const opened = form.draft.opened ?? product;
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [loss, setLoss] = useState<Loss | null>(null);
  const imports = usePendingImports(() => void navigate({ to: '/admin/products' }));
  const params = { id: product.id };

  const refuse = (title: string, text: string) => {
    remark.error(title, text);
    focusFirstError();
  };
  const attempt = async (
    what: 'info' | 'all',
    draft: ProductDraft,
    version: Product,
    save: () => Promise<void>,
    atALoss?: () => Promise<void>,
  ): Promise<void> => {
    if (saving !== 'none') return;
    setSaving(what);
    try {
      await save();
    } catch (error) {
      setSaving('none');
      if (error instanceof ApiError && error.code === 'PRICE_BELOW_COST' && atALoss)
        return setLoss({ message: error.message, saveAnyway: atALoss });
      if (isConflict(error)) {
        const now = await api.products.get({ params }).catch(() => null);
        // No difference: the response to the previous save was lost, and there is no conflict to resolve.
        if (now && differencesOf(draft, version, now).length === 0)
          return keepMine(draft, version, { now, what });
        if (now) return setConflict({ now, what });
      }
      say.error(messageOf(error, words.updateFailed));
      form.setMistakes(refusedField(error));
      await refresh('products');
    }
  };

  /** Takes the saved values as the server normalised them; keeps what was typed meanwhile. */
  const followSave = (sent: ProductDraft, version: Product, saved: Product) =>
    form.setDraft(mergeDraft(form.snapshot(), { ...version, ...sent.info }, saved));
  const writeInfo = (draft: ProductDraft, version: Product) =>
    attempt('info', draft, version, async () => {
      const body = { ...draft.info, updatedAt: version.updatedAt };
      followSave(draft, version, await api.products.update({ params, body }));
      say.success(words.updated);
      setSaving('none');
      await refresh('products');
    });
  const writeAll = (
    draft: ProductDraft,
    version: Product,
    removedOffers: Removed,
    confirmBelowCost = false,
  ): Promise<void> =>
    attempt(
      'all',
      draft,
      version,
      async () => {
        setLoss(null);
        const { info, offers } = draft;
        const sent = offers.map((offer) => offerToSend(offer, stockOf(offer)));
        const body = {
          ...info,
          offers: sent,
          updatedAt: version.updatedAt,
          removedOffers: [...removedOffers],
          ...(confirmBelowCost && { confirmBelowCost }),
        };
        const saved = await api.products.update({ params, body });
        say.success(words.updated);
        await imports.begin(pendingImports(saved, offers));
      },
      () => writeAll(draft, version, removedOffers, true),
    );

  const saveInfo = async (draft = form.snapshot(), version = opened) => {
    if (await form.fields.trigger(infoFields.map((field) => `info.${field}` as const)))
      return writeInfo(draft, version);
    refuse(words.invalidInfo, words.invalidInfoText);
  };
  const saveAll = async (draft = form.snapshot(), version = opened, removed: Removed = removal.accepted) => {
    if (await form.fields.trigger()) return writeAll(draft, version, removed);
    refuse(words.invalid, words.invalidText);
  };
  const keepMine = (draft: ProductDraft, version: Product, { now, what }: Conflict) => {
    const merged = mergeDraft(draft, version, now);
    form.setDraft(merged);
    removal.follow(version, now);
    setConflict(null);
    if (what === 'info') return saveInfo(merged, now);
    const kept = new Set(merged.offers.map(({ id }) => id));
    // With the number of codes that the dialog showed.
    const removed = now.offers
      .filter(({ id }) => !kept.has(id))
      .map(({ id, stock }) => ({ id, codes: stock }));
    return saveAll(merged, now, removed);
  };
  const takeTheirs = ({ now }: Conflict) => {
    form.setDraft(productDraftOf(now));
    removal.clear();
    setConflict(null);
  };
  return {
    saving,
    saveInfo,
    saveAll,
    imports,
    conflict,
    loss,
    forgetLoss: () => setLoss(null),
    opened,
    keepMine: (found: Conflict) => keepMine(form.snapshot(), opened, found),
    takeTheirs,
    forget: () => setConflict(null),
  };
}
