import type { Product } from '@almas/contract/products';
import { productForm as words } from '@almas/locale/screens/product-form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { messageOf } from '../../../lib/api-errors.ts';
import { refresh } from '../../../lib/queries.ts';
import { toast } from '../../../lib/toast-store.ts';
import { checkInfo, checkProduct, type FieldErrors, refusedField } from './check.ts';
import { type OfferDraft, offerToSend } from './draft.ts';
import { pendingImports, usePendingImports } from './pending-imports.ts';
import { focusFirstError, type ProductForm } from './use-product-form.ts';

type Saving = 'none' | 'info' | 'all';

/** The two saves of the edit form: the information alone, or with the offers and then back to the list (AMB-57). */
export function useEdit(product: Product, form: ProductForm, stockOf: (offer: OfferDraft) => number) {
  const navigate = useNavigate();
  const [saving, setSaving] = useState<Saving>('none');
  const imports = usePendingImports(() => void navigate({ to: '/admin/products' }));
  const params = { id: product.id };

  const refuse = (errors: FieldErrors, title: string, text: string) => {
    form.setErrors(errors);
    if (Object.keys(errors).length === 0) return false;
    toast.error(title, text);
    focusFirstError();
    return true;
  };
  const attempt = async (what: Saving, save: () => Promise<void>) => {
    if (saving !== 'none') return;
    setSaving(what);
    try {
      await save();
    } catch (error) {
      toast.error(messageOf(error, words.updateFailed));
      form.setErrors(refusedField(error));
      setSaving('none');
      await refresh('products');
    }
  };

  const saveInfo = () => {
    if (refuse(checkInfo(form.draft.info), words.invalidInfo, words.invalidInfoText)) return;
    return attempt('info', async () => {
      await api.products.update({ params, body: form.draft.info });
      toast.success(words.updated);
      setSaving('none');
      await refresh('products');
    });
  };
  const saveAll = () => {
    if (refuse(checkProduct(form.draft), words.invalid, words.invalidText)) return;
    return attempt('all', async () => {
      const { info, offers } = form.draft;
      const sent = offers.map((offer) => offerToSend(offer, stockOf(offer)));
      const saved = await api.products.update({ params, body: { ...info, offers: sent } });
      toast.success(words.updated);
      await imports.begin(pendingImports(saved, offers));
    });
  };
  return { saving, saveInfo, saveAll, imports };
}
