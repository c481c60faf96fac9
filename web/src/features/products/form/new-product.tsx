import type { products as productRoutes } from '@almas/contract/products';
import type { Output } from '@almas/contract/route';
import { productForm as words } from '@almas/locale/screens/product-form';
import { productTemplates } from '@almas/locale/screens/product-templates';
import { useState } from 'react';
import { toastsOf } from '../../../lib/toast-store.ts';
import { Link, useNavigate } from '../../../platform/navigation/index.ts';
import { upload } from '../../../platform/network/api-upload.ts';
import { api, messageOf, refresh, useCall } from '../../../platform/network/index.ts';
import { successToast, useCallKeys } from '../../../platform/network/use-call-keys.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card, Section, Stack } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form.tsx';
import { lazyDialog } from '../../../ui/lazy-part.tsx';
import { batchInput } from '../../codes/batch-draft.ts';
import {
  emptyInfo,
  isUntouched,
  offerToSend,
  type ProductDraft,
  refusedField,
  templateOffers,
} from './draft.ts';
import styles from './form.module.css';
import { FreeGame, InfoFields, otherGame, TemplateGame } from './info-fields.tsx';
import { OffersSection } from './offers-section.tsx';
import { type ImportWork, showImported } from './pending-imports.ts';
import {
  type ProductForm,
  useProductForm,
  useUnsavedProduct,
  useUnusualPrices,
} from './use-product-form.tsx';

const PendingDialog = lazyDialog(async () => ({
  default: (await import('./pending-dialog.tsx')).PendingDialog,
}));
const ConfirmDialog = lazyDialog(async () => ({
  default: (await import('../../../ui/ask-dialogs.tsx')).ConfirmDialog,
}));

const emptyProduct: ProductDraft = { info: emptyInfo, offers: [] };

type Created = Output<typeof productRoutes.create>;

/** Product, offers and codes are stored together or not at all; after a failure the form keeps everything. */
function useCreation(form: ProductForm) {
  const navigate = useNavigate();
  const [work, setWork] = useState<ImportWork>({ name: 'idle' });
  const keys = useCallKeys('products.create');
  const create = async (key: string): Promise<Created> => {
    const { info, offers } = form.snapshot();
    const sent = [];
    // One after the other: two offers may name the same new supplier.
    for (const offer of offers) {
      const { codes, serials, batch } = offer.waiting;
      sent.push({
        ...offerToSend(offer, 0),
        codes: codes.join('\n'),
        ...(serials && { serials: serials.join('\n') }),
        ...(codes.length > 0 && { batch: await batchInput(batch) }),
      });
    }
    if (offers.every(({ waiting }) => waiting.codes.length === 0))
      return api.products.create({ body: { ...info, offers: sent }, key });
    const onSent = (share: number) => setWork({ name: 'creating', share });
    onSent(0);
    const watch = { onSent, signal: new AbortController().signal };
    return upload('products', 'create', { body: { ...info, offers: sent }, key }, watch) as Promise<Created>;
  };
  const creation = useCall(() => keys.withKey('product', create), {
    onDone: async ({ result: { imports = [] }, since }) => {
      say.success(...successToast(words.created, { since }));
      showImported(imports);
      await refresh('products', 'codes');
      await navigate({ to: '/admin/products' });
    },
    onFailed: (error) => {
      say.error(messageOf(error, words.createFailed));
      form.setMistakes(refusedField(error));
      setWork({ name: 'idle' });
      void refresh('products');
    },
  });
  // Until the list of products is loaded.
  return { busy: creation.busy || creation.done, create: () => void creation.run(), work };
}

const say = toastsOf('new-product');

const choiceOf = (game: string) => (game === '' || productTemplates[game] ? game : otherGame);

/** The game decides the first offers; offers typed by hand are replaced only after a question. */
function useTemplates(form: ProductForm) {
  const [choice, setChoice] = useState(() => choiceOf(form.draft.info.game));
  const [asked, setToConfirm] = useState<string | null>(null);
  const templateOf = (game: string) => productTemplates[game] ?? [];
  const apply = (next: string) => {
    setToConfirm(null);
    setChoice(next);
    form.change('info.game', next === otherGame ? '' : next);
    if (productTemplates[next]) form.setOffers(templateOffers(templateOf(next)));
  };
  const choose = (next: string) => {
    const replaces = productTemplates[next] && !isUntouched(form.draft.offers, templateOf(choice));
    if (replaces) setToConfirm(next);
    else apply(next);
  };
  return { choice, choose, asked, apply, forget: () => setToConfirm(null) };
}

export function NewProduct() {
  const form = useProductForm({
    name: 'new-product',
    initial: emptyProduct,
    onSubmit: () => prices.confirmFirst(() => form.snapshot().offers, create),
    onInvalid: () => say.error(words.invalid),
  });
  const { busy, create, work } = useCreation(form);
  const templates = useTemplates(form);
  const changed = JSON.stringify(form.draft) !== JSON.stringify(emptyProduct);
  useUnsavedProduct(form, { changed, asks: !busy });
  const prices = useUnusualPrices(() => undefined);
  return (
    <Form form={form}>
      <Stack gap={24}>
        <Section title={words.info}>
          <Card>
            <InfoFields form={form} game={<Game form={form} templates={templates} />} />
          </Card>
        </Section>
        <OffersSection
          form={form}
          productId={null}
          stockOf={() => 0}
          onRemove={({ key }) => form.removeOffer(key)}
          keepsOne
        />
        {prices.question}
        <div className={styles.bar}>
          <Link to="/admin/products" className={buttonClass('secondary')}>
            {words.cancel}
          </Link>
          <Button type="submit" busy={busy || form.sending}>
            {words.create}
          </Button>
        </div>
      </Stack>
      {busy && <PendingDialog work={work} />}
      {templates.asked !== null && (
        <ConfirmDialog
          onClose={templates.forget}
          title={words.replace.title}
          confirmLabel={words.replace.confirm}
          onConfirm={() => templates.apply(templates.asked ?? '')}
        >
          {words.replace.text(templates.asked)}
        </ConfirmDialog>
      )}
    </Form>
  );
}

interface GameProps {
  readonly form: ProductForm;
  readonly templates: ReturnType<typeof useTemplates>;
}

const Game = ({ form, templates }: GameProps) => (
  <>
    <TemplateGame
      choice={templates.choice}
      error={templates.choice === otherGame ? undefined : form.mistake('info.game')}
      onChoose={templates.choose}
    />
    {templates.choice === otherGame && <FreeGame label={words.otherGameName} {...form.field('info.game')} />}
  </>
);
