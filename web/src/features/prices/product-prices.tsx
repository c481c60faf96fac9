import { pages } from '@almas/contract/page-sizes';
import type { Product } from '@almas/contract/products';
import { prices } from '@almas/locale/screens/prices';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, apiQuery } from '../../platform/network/index.ts';
import { Section, Stack } from '../../ui/card.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { useAskToReplace } from '../../ui/use-ask-to-leave.tsx';
import { OfferPricesForm } from './offer-prices-form.tsx';
import { PriceHistory } from './price-history.tsx';

const words = prices.ofProduct;

/** What each level pays for the offers of a product, and how their prices have changed. */
export default function ProductPrices({ product }: { readonly product: Product }) {
  const levels = useQuery(apiQuery('prices', 'levels', { query: { limit: pages.priceLevels.max } }));
  const [chosen, setChosen] = useState('');
  const { leave, question } = useAskToReplace();
  const [offerId, setOfferId] = useState('');
  const level = levels.data?.items.find(({ id }) => id === chosen) ?? levels.data?.items[0];
  return (
    <>
      <Section title={words.title}>
        {levels.data ? (
          level ? (
            <Stack>
              <SelectField
                label={words.level}
                value={level.id}
                options={levels.data.items.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={({ currentTarget: { value } }) => leave(() => setChosen(value))}
              />
              <LevelPrices key={`${product.id} ${level.id}`} product={product} levelId={level.id} />
              {question}
            </Stack>
          ) : (
            <p className="dim">{words.none}</p>
          )
        ) : (
          <Unloaded query={levels} text={prices.levels.failed} count={2} height={56} />
        )}
      </Section>
      {product.offers.length > 0 && (
        <Section title={words.history}>
          <Stack>
            <SelectField
              label={prices.heads.offer}
              value={offerId || product.offers[0]?.id}
              options={product.offers.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => setOfferId(event.currentTarget.value)}
            />
            <PriceHistory of={{ offerId: offerId || (product.offers[0]?.id ?? '') }} />
          </Stack>
        </Section>
      )}
    </>
  );
}

function LevelPrices({ product, levelId }: { readonly product: Product; readonly levelId: string }) {
  const params = { id: levelId };
  const stored = useQuery({ ...apiQuery('prices', 'ofLevel', { params }), staleTime: 0 });
  if (stored.data)
    return (
      <OfferPricesForm
        product={product}
        stored={stored.data.items.filter(({ productId }) => productId === product.id)}
        owner={`level-${levelId}`}
        save={(body) => api.prices.setOfLevel({ params, body })}
        read={() => api.prices.ofLevel({ params })}
      />
    );
  return <Unloaded query={stored} text={words.loadFailed} count={2} height={72} />;
}
