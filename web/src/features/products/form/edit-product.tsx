import type { Product } from '@almas/contract/products';
import { codes as codeWords } from '@almas/locale/screens/codes';
import { prices as priceWords } from '@almas/locale/screens/prices';
import { productForm as words } from '@almas/locale/screens/product-form';
import { Link } from '../../../platform/navigation/index.ts';
import { useMayCall } from '../../../platform/session/may-call.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card, Section, Stack } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form.tsx';
import { lazyDialog } from '../../../ui/lazy-part.tsx';
import { type OfferDraft, productDraftOf } from './draft.ts';
import styles from './form.module.css';
import { FreeGame, InfoFields } from './info-fields.tsx';
import { OffersSection, RemovedOffers, useRemoval } from './offers-section.tsx';
import { useEdit } from './use-edit.ts';
import { useProductForm, useUnsavedProduct, useUnusualPrices } from './use-product-form.tsx';

const PendingDialog = lazyDialog(async () => ({
  default: (await import('./pending-dialog.tsx')).PendingDialog,
}));
const StaleDialog = lazyDialog(() => import('./stale-dialog.tsx'));
const ConfirmDialog = lazyDialog(async () => ({
  default: (await import('../../../ui/ask-dialogs.tsx')).ConfirmDialog,
}));

/**
 * `product` follows sales and imports; the form keeps the version it was opened with until a save, or until the user takes the stored one.
 * An employee without the prices sees the offers alone, to whose codes the stock gives a right.
 */
export function EditProduct({ product }: { readonly product: Product }) {
  const mayChange = useMayCall('products', 'update');
  const form = useProductForm({
    name: `product-${product.id}`,
    initial: productDraftOf(product),
    onSubmit: () => saveInfo(),
  });
  const stockOf = ({ id }: OfferDraft) => product.offers.find((offer) => offer.id === id)?.stock ?? 0;
  const removal = useRemoval(form, stockOf);
  const edit = useEdit(product, { form, stockOf, removal });
  const { saving, saveInfo, saveAll, imports, stale } = edit;
  const prices = useUnusualPrices(({ id }) => edit.opened.offers.find((offer) => offer.id === id)?.price);
  const changed = JSON.stringify(form.draft) !== JSON.stringify(productDraftOf(edit.opened));
  useUnsavedProduct(form, { changed, asks: saving !== 'all' || imports.work.name === 'importing' });
  return (
    <Stack gap={24}>
      {mayChange && (
        <Form form={{ submit: () => void saveInfo() }}>
          <Section title={words.info}>
            <Card>
              <Stack>
                <InfoFields form={form} game={<FreeGame label={words.game} {...form.field('info.game')} />} />
                <div>
                  <Button type="submit" variant="secondary" busy={saving === 'info' || form.sending}>
                    {words.saveInfo}
                  </Button>
                </div>
              </Stack>
            </Card>
          </Section>
        </Form>
      )}
      <OffersSection
        form={form}
        productId={product.id}
        stockOf={stockOf}
        caseFixed={({ id }) => product.offers.find((offer) => offer.id === id)?.caseFixed ?? false}
        onRemove={removal.ask}
        keepsOne={false}
      />
      <RemovedOffers offers={removal.removed} onRestore={removal.restore} />
      {prices.question}
      {mayChange && (
        <div className={`${styles.bar} ${styles.saves}`}>
          {changed && <p className={styles.unsaved}>{words.unsaved}</p>}
          <Link to="/admin/products" className={buttonClass('secondary')}>
            {words.cancel}
          </Link>
          <Button
            variant="secondary"
            busy={saving === 'info' || form.sending}
            onClick={() => void saveInfo()}
          >
            {words.saveProduct}
          </Button>
          <Button
            busy={saving === 'all' || form.sending}
            onClick={() =>
              prices.confirmFirst(
                () => form.snapshot().offers,
                () => void saveAll(),
              )
            }
          >
            {words.saveAll}
          </Button>
        </div>
      )}
      {saving === 'all' && (
        <PendingDialog
          work={imports.work}
          onRetry={imports.retry}
          onBatch={imports.changeBatch}
          onLeave={imports.leave}
        />
      )}
      {stale && (
        <StaleDialog
          opened={edit.opened}
          now={stale}
          draft={form.draft}
          onReload={() => edit.reload(stale)}
          onClose={edit.goOn}
        />
      )}
      {edit.loss && (
        <ConfirmDialog
          danger
          onClose={edit.forgetLoss}
          title={priceWords.loss.title}
          confirmLabel={priceWords.loss.confirm}
          onConfirm={() => void edit.saveAtLoss()}
        >
          <Stack gap={8}>
            <p>{edit.loss}</p>
            <p>{priceWords.loss.note}</p>
          </Stack>
        </ConfirmDialog>
      )}
      {removal.asked && (
        <ConfirmDialog
          danger
          onClose={removal.forget}
          title={words.removal.title}
          confirmLabel={words.removeOffer}
          onConfirm={removal.confirm}
        >
          <Stack gap={8}>
            <p>{words.removal.text(removal.asked.name, codeWords.stock(removal.askedStock))}</p>
            <p>{words.removal.note}</p>
          </Stack>
        </ConfirmDialog>
      )}
    </Stack>
  );
}
