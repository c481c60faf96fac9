import type { User } from '@almas/contract/accounts';
import { pages } from '@almas/contract/page-sizes';
import { personName } from '@almas/contract/person-name';
import type { PricesOfUser, SpecialPrice } from '@almas/contract/prices';
import { prices } from '@almas/locale/screens/prices';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Money } from '../../ui/figures.tsx';
import { Form } from '../../ui/form.tsx';
import { OfferName } from '../../ui/offer-name.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { useAskToReplace } from '../../ui/use-ask-to-leave.tsx';
import { useForm } from '../../ui/use-form.ts';
import { OfferPricesForm } from './offer-prices-form.tsx';
import { PriceHistory } from './price-history.tsx';

const words = prices.ofUser;

/** Opens the level and the own prices of a reseller. */
export function AccountPricesAction({ user }: { readonly user: User }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {words.action}
      </Button>
      {opened && (
        <Dialog onClose={() => setOpened(false)} title={words.title(personName(user))} size="lg">
          <AccountPrices userId={user.id} />
        </Dialog>
      )}
    </>
  );
}

function AccountPrices({ userId }: { readonly userId: string }) {
  const found = useQuery({ ...apiQuery('prices', 'ofUser', { params: { id: userId } }), staleTime: 0 });
  if (found.data)
    return (
      <Stack gap={24}>
        <LevelChoice userId={userId} level={found.data.level} />
        <Section title={words.own}>
          <OwnPrices userId={userId} items={found.data.items} />
        </Section>
        <Section title={words.history}>
          <PriceHistory of={{ userId }} />
        </Section>
      </Stack>
    );
  return <Unloaded query={found} text={prices.ofProduct.loadFailed} count={3} height={56} />;
}

interface LevelChoiceProps {
  readonly userId: string;
  readonly level: PricesOfUser['level'];
}

function LevelChoice({ userId, level }: LevelChoiceProps) {
  const levels = useQuery(apiQuery('prices', 'levels', { query: { limit: pages.priceLevels.max } }));
  const { run, busy } = useAction(
    (levelId: string | null) => api.prices.setLevelOfUser({ params: { id: userId }, body: { levelId } }),
    {
      success: [words.levelSaved],
      failure: words.levelFailed,
      refreshes: ['prices', 'auditTrail'],
      onDone: () => form.reset(),
    },
  );
  const stored = level?.id ?? '';
  /** null: the stored one. */
  const form = useForm({
    initial: { chosen: null as string | null },
    onSubmit: ({ chosen }) => run(chosen || null),
    unsaved: {
      draft: `price-level-${userId}`,
      changed: ({ chosen }) => chosen !== null && chosen !== stored,
    },
  });
  const chosen = form.values.chosen ?? stored;
  const known = levels.data?.items ?? (level ? [level] : []);
  return (
    <Form form={form}>
      <SelectField
        label={words.level}
        hint={prices.levels.nameHint}
        {...form.field('chosen')}
        value={chosen}
        disabled={busy}
        options={[
          { value: '', label: words.noLevel },
          ...known.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {chosen !== stored && (
        <div>
          <DecidingButton type="submit" subject={chosen} busy={busy}>
            {words.changeLevel}
          </DecidingButton>
        </div>
      )}
    </Form>
  );
}

const columns: readonly Column<SpecialPrice>[] = [
  {
    head: prices.heads.offer,
    cell: ({ productName, offerName }) => <OfferName productName={productName} offerName={offerName} />,
    main: true,
  },
  { head: prices.heads.quantity, cell: ({ minQuantity }) => prices.from(minQuantity) },
  { head: prices.heads.price, cell: ({ price }) => <Money amount={price} />, end: true },
  { head: prices.heads.base, cell: ({ basePrice }) => <Money amount={basePrice} />, end: true },
];

interface OwnPricesProps {
  readonly userId: string;
  readonly items: readonly SpecialPrice[];
}

function OwnPrices({ userId, items }: OwnPricesProps) {
  const params = { id: userId };
  const list = useQuery(apiQuery('products', 'list', { query: {} }));
  const [chosen, setChosen] = useState('');
  const { leave, question } = useAskToReplace();
  const choose = (productId: string) => leave(() => setChosen(productId));
  const product = list.data?.items.find(({ id }) => id === chosen);
  return (
    <Stack>
      {items.length > 0 ? (
        <DataTable
          caption={words.own}
          columns={columns}
          rows={items}
          rowKey={({ offerId, minQuantity }) => `${offerId} ${minQuantity}`}
          onOpen={({ productId }) => choose(productId)}
          dense
        />
      ) : (
        <p className="dim">{words.none}</p>
      )}
      <SelectField
        label={words.product}
        value={chosen}
        options={[
          { value: '', label: words.choose },
          ...(list.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {product && (
        <OfferPricesForm
          key={product.id}
          product={product}
          stored={items.filter(({ productId }) => productId === product.id)}
          owner={`user-${userId}`}
          save={(body) => api.prices.setOfUser({ params, body })}
          read={() => api.prices.ofUser({ params })}
        />
      )}
      {question}
    </Stack>
  );
}
