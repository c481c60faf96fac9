import type { Margin } from '@almas/contract/reports';
import { formatAmount, formatChartDay, formatCount, formatDate, formatTenths } from '@almas/locale/formats';
import { owner as words } from '@almas/locale/screens/owner';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { offerAnchor } from '../../lib/offer-anchor.ts';
import { Link, linkTo } from '../../platform/navigation/index.ts';
import { ScopedLink } from '../../platform/navigation/scoped-link.tsx';
import { apiQuery } from '../../platform/network/index.ts';
import { useMay } from '../../platform/session/index.ts';
import { BarList } from '../../ui/bar-list.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Section, Stack, StatCard } from '../../ui/card.tsx';
import { When } from '../../ui/figures.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import type { DayPeriod } from '../../ui/period.tsx';
import { Picture } from '../../ui/picture.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { coverText } from '../stock/cover-bar.tsx';
import { Chart } from './chart.tsx';
import { drawnDays, forecastAfter, hourMap, marginBars, type OwnerView, salesLines } from './charts.ts';
import styles from './reports.module.css';

interface PartProps {
  readonly view: OwnerView;
  readonly onMargin: (by: 'game' | 'reseller' | 'day') => void;
}

interface OwnerPicturesProps {
  readonly period: DayPeriod;
  readonly onMargin: PartProps['onMargin'];
}

/** Five questions on one page; each opens its list, with its export. */
export function OwnerPictures({ period, onMargin }: OwnerPicturesProps) {
  const found = useQuery({
    ...apiQuery('reports', 'owner', { query: { ...period } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (!found.data) return <Unloaded query={found} text={words.failed} count={3} height={240} />;
  const parts = { view: found.data, onMargin };
  return (
    <Stack gap={28}>
      <Earned {...parts} />
      <Hours {...parts} />
      <Sellers {...parts} />
      <Short {...parts} />
      <Late {...parts} />
    </Stack>
  );
}

const ListButton = ({ onClick }: { readonly onClick: () => void }) => (
  <Button variant="quiet" onClick={onClick}>
    {words.openList}
  </Button>
);

function Earned({ view: { earned, forecast, from, to }, onMargin }: PartProps) {
  const { totals, before, days, claims } = earned;
  const bars = useMemo(() => marginBars(days), [days]);
  const next = useMemo(() => forecastAfter(to, forecast.days), [to, forecast.days]);
  const lines = useMemo(() => salesLines(days, next), [days, next]);
  const ahead = next.reduce((sum, { codes }) => sum + codes, 0);
  const sales = next.length > 0 ? words.earned.sales : words.earned.salesLabel;
  return (
    <Section title={words.earned.title} action={<ListButton onClick={() => onMargin('day')} />}>
      <Stack>
        <div className={styles.figures}>
          <StatCard
            label={words.earned.margin}
            value={formatAmount(totals.margin)}
            note={words.earned.before(totals.margin - before.margin)}
          />
          <StatCard
            label={words.earned.sold}
            value={formatAmount(totals.amount + totals.unknownAmount)}
            note={
              totals.amount > 0
                ? words.earned.rate((totals.margin / totals.amount) * 100)
                : words.earned.noRate
            }
          />
          <StatCard
            label={words.earned.unknown}
            value={formatAmount(totals.unknownAmount)}
            note={words.earned.unknownNote(totals.unknownCodes)}
            tone={totals.unknownCodes > 0 ? 'waiting' : 'plain'}
          />
          {(claims.codes > 0 || claims.regained > 0) && (
            <StatCard
              label={words.earned.claims}
              value={formatAmount(claims.credited + claims.replaced)}
              note={words.earned.claimsNote(claims)}
            />
          )}
        </div>
        <div className={styles.pair}>
          <Picture
            title={words.earned.chart}
            text={words.earned.chartText(totals.margin, from, to, days.length > drawnDays(days).length)}
            tableLabel={words.table}
            heads={[
              words.heads.day,
              words.heads.codes,
              words.heads.amount,
              words.heads.cost,
              words.heads.margin,
              words.heads.unknown,
            ]}
            rows={days
              .toReversed()
              .map((day) => [
                formatDate(day.day),
                formatCount(day.codes),
                formatAmount(day.amount),
                formatAmount(day.cost),
                formatAmount(day.margin),
                formatAmount(day.unknownAmount),
              ])}
          >
            <Chart label={words.earned.chart} height={220} options={bars} />
          </Picture>
          <Picture
            title={sales}
            text={next.length > 0 ? words.earned.salesText(ahead) : words.earned.pastSalesText}
            tableLabel={words.table}
            heads={[words.heads.day, words.heads.codes, words.heads.amount]}
            rows={[
              ...next
                .toReversed()
                .map(({ day, codes, amount }) => [
                  `${formatDate(day)} (${words.earned.forecastLabel.toLowerCase()})`,
                  formatTenths(codes),
                  formatAmount(amount),
                ]),
              ...days
                .toReversed()
                .map((day) => [
                  formatDate(day.day),
                  formatCount(day.codes + day.unknownCodes),
                  formatAmount(day.amount + day.unknownAmount),
                ]),
            ]}
          >
            <Chart label={sales} height={220} options={lines} />
            <p className={styles.legend}>
              <span>{words.earned.salesLabel}</span>
              {next.length > 0 && <span className={styles.dashed}>{words.earned.forecastLabel}</span>}
            </p>
          </Picture>
        </div>
      </Stack>
    </Section>
  );
}

/** Sold for, with known and unknown costs. */
const soldFor = ({ amount, unknownAmount }: Margin) => amount + unknownAmount;

/** Name, codes, amount and margin: the first cells of a row of the table beside `SoldBars`. */
const soldCells = (one: Margin) => [
  one.name,
  formatCount(one.codes + one.unknownCodes),
  formatAmount(soldFor(one)),
  formatAmount(one.margin),
];

interface SoldBarsProps<M extends Margin> {
  readonly items: readonly M[];
  /** What is said when there is nothing. */
  readonly none: string;
  readonly name: (item: M) => ReactNode;
}

/** A bar for what each game or reseller sold for. */
function SoldBars<M extends Margin>({ items, none, name }: SoldBarsProps<M>) {
  if (items.length === 0) return <EmptyState title={none} />;
  const most = Math.max(1, ...items.map(soldFor));
  return (
    <BarList
      items={items.map((item) => ({
        key: item.id,
        name: name(item),
        figure: formatAmount(soldFor(item)),
        share: soldFor(item) / most,
      }))}
    />
  );
}

function Hours({ view: { hours, games }, onMargin }: PartProps) {
  const map = useMemo(() => hourMap(hours), [hours]);
  const best = hours.toSorted((a, b) => b.amount - a.amount)[0];
  const weekday = (number: number) => words.hours.weekdays[number - 1] ?? '';
  return (
    <Section title={words.hours.title} action={<ListButton onClick={() => onMargin('game')} />}>
      <div className={styles.pair}>
        <Picture
          title={words.hours.chart}
          text={best ? words.hours.text(weekday(best.weekday), best.hour) : words.hours.none}
          tableLabel={words.table}
          heads={[words.heads.weekday, words.heads.codes, words.heads.amount]}
          rows={hours.map((cell) => [
            `${weekday(cell.weekday)} ${cell.hour} h`,
            formatCount(cell.codes),
            formatAmount(cell.amount),
          ])}
        >
          <Chart label={words.hours.chart} height={200} options={map} />
        </Picture>
        <Picture
          title={words.hours.games}
          text={words.hours.gamesText}
          tableLabel={words.table}
          heads={[
            words.heads.name,
            words.heads.codes,
            words.heads.amount,
            words.heads.margin,
            words.heads.unknown,
          ]}
          rows={games.map((game) => [...soldCells(game), formatAmount(game.unknownAmount)])}
        >
          <SoldBars
            items={games}
            none={words.hours.none}
            name={(game) => <Named note={words.marginOf(game.margin)}>{game.name}</Named>}
          />
        </Picture>
      </div>
    </Section>
  );
}

/** The name of a row, and what else is known of it below. */
const Named = ({ children, note }: { readonly children: ReactNode; readonly note: string }) => (
  <>
    {children}
    {note !== '' && <span className={`dim ${styles.note}`}>{note}</span>}
  </>
);

const Account = ({ id, name }: { readonly id: string; readonly name: string }) => (
  <ScopedLink {...linkTo('account', id)} className={`${styles.link} reach`}>
    {name}
  </ScopedLink>
);

function Sellers({ view: { resellers, dormant, late }, onMargin }: PartProps) {
  const hasDebts = late.debts !== null;
  const held = Math.max(1, ...dormant.items.map(({ balance }) => balance));
  return (
    <Section title={words.sellers.title} action={<ListButton onClick={() => onMargin('reseller')} />}>
      <div className={styles.pair}>
        <Picture
          title={words.sellers.chart}
          text={words.sellers.text(hasDebts)}
          tableLabel={words.table}
          heads={[
            words.heads.name,
            words.heads.codes,
            words.heads.amount,
            words.heads.margin,
            ...(hasDebts ? [words.heads.debt] : []),
          ]}
          rows={resellers.map((one) => [
            ...soldCells(one),
            ...(one.debt === null ? [] : [formatAmount(one.debt)]),
          ])}
        >
          <SoldBars
            items={resellers}
            none={words.sellers.none}
            name={(one) => (
              <Named note={words.sellers.note(one.margin, one.debt)}>
                <Account id={one.id} name={one.name} />
              </Named>
            )}
          />
        </Picture>
        <Picture
          title={words.sellers.dormant}
          text={words.sellers.dormantText(dormant.count)}
          tableLabel={words.table}
          heads={[words.heads.name, words.heads.lastPurchase, words.heads.balance]}
          rows={dormant.items.map((one) => [
            one.userName,
            formatDate(one.lastPurchase),
            formatAmount(one.balance),
          ])}
        >
          {dormant.items.length > 0 && (
            <BarList
              items={dormant.items.map((one) => ({
                key: one.userId,
                name: (
                  <Named note={words.sellers.since(one.lastPurchase)}>
                    <Account id={one.userId} name={one.userName} />
                  </Named>
                ),
                figure: formatAmount(one.balance),
                share: one.balance / held,
              }))}
            />
          )}
        </Picture>
      </div>
    </Section>
  );
}

function Short({ view: { short, forecast } }: PartProps) {
  const hasStock = useMay()('stock');
  const expected = new Map(forecast.offers.map(({ offerId, codes }) => [offerId, codes]));
  const most = Math.max(1, ...short.reorder.map(({ stock }) => stock));
  const missedMost = Math.max(1, ...short.missed.map(({ sales }) => sales));
  return (
    <Section
      title={words.short.title}
      action={
        hasStock && (
          <Link to="/admin/products" search={{ stock: 'cover' }} className={buttonClass('quiet')}>
            {words.openList}
          </Link>
        )
      }
    >
      <div className={styles.pair}>
        <Picture
          title={words.short.chart}
          text={words.short.text}
          tableLabel={words.table}
          heads={[words.heads.name, words.heads.stock, words.heads.cover, words.heads.forecast]}
          rows={short.reorder.map((offer) => [
            `${offer.productName} – ${offer.offerName}`,
            formatCount(offer.stock),
            coverText(offer),
            formatTenths(expected.get(offer.offerId) ?? 0),
          ])}
        >
          {short.reorder.length === 0 ? (
            <EmptyState icon={<CheckIcon size={26} />} title={words.short.none} />
          ) : (
            <BarList
              items={short.reorder.map((offer) => ({
                key: offer.offerId,
                name: (
                  <Named
                    note={
                      expected.has(offer.offerId)
                        ? words.short.forecast(expected.get(offer.offerId) ?? 0)
                        : ''
                    }
                  >
                    <ScopedLink
                      to="/admin/products/$id/edit"
                      params={{ id: offer.productId }}
                      hash={offerAnchor(offer.offerId)}
                      className={`${styles.link} reach`}
                    >
                      {offer.productName} – {offer.offerName}
                    </ScopedLink>
                  </Named>
                ),
                figure: coverText(offer),
                share: offer.stock / most,
              }))}
            />
          )}
        </Picture>
        <Picture
          title={words.short.missed}
          text={words.short.missedText}
          tableLabel={words.table}
          heads={[words.heads.name, words.heads.missed]}
          rows={short.missed.map((offer) => [
            `${offer.productName} – ${offer.offerName}`,
            formatCount(offer.sales),
          ])}
        >
          {short.missed.length === 0 ? (
            <EmptyState icon={<CheckIcon size={26} />} title={words.short.noMissed} />
          ) : (
            <BarList
              items={short.missed.map((offer) => ({
                key: offer.offerId,
                name: `${offer.productName} – ${offer.offerName}`,
                figure: words.short.missedFigure(offer.sales),
                share: offer.sales / missedMost,
              }))}
            />
          )}
        </Picture>
      </div>
    </Section>
  );
}

function Late({ view: { late } }: PartProps) {
  const may = useMay();
  const { debts, requests } = late;
  const most = Math.max(1, ...(debts?.items.map(({ overdue }) => overdue) ?? []));
  return (
    <Section
      title={words.late.title}
      action={
        debts &&
        may('collect') && (
          <Link to="/admin" search={{ credit: 'debts' }} className={buttonClass('quiet')}>
            {words.openList}
          </Link>
        )
      }
    >
      <div className={styles.pair}>
        {debts && (
          <Picture
            title={words.late.debts}
            text={words.late.debtsText(debts.overdue, debts.accounts)}
            tableLabel={words.table}
            heads={[words.heads.name, words.heads.overdue, words.heads.debt, words.heads.dueOn]}
            rows={debts.items.map((one) => [
              one.userName,
              formatAmount(one.overdue),
              formatAmount(one.debt),
              formatChartDay(one.dueOn),
            ])}
          >
            {debts.items.length > 0 && (
              <BarList
                items={debts.items.map((one) => ({
                  key: one.userId,
                  name: (
                    <Named note={words.late.since(one.dueOn)}>
                      <Account id={one.userId} name={one.userName} />
                    </Named>
                  ),
                  figure: formatAmount(one.overdue),
                  share: one.overdue / most,
                }))}
              />
            )}
          </Picture>
        )}
        <Picture
          title={words.late.requests}
          text={words.late.requestsText(requests.count, requests.amount)}
          tableLabel={words.table}
          heads={[]}
          rows={[]}
        >
          <div className="row wrap spread gap-12">
            {requests.oldest ? (
              <p>
                {words.late.oldest} <When at={requests.oldest} form="in-sentence" />
              </p>
            ) : (
              <span />
            )}
            {may('requests') && (
              <Link to="/admin/recharges" className={buttonClass('secondary')}>
                {words.openList}
              </Link>
            )}
          </div>
        </Picture>
      </div>
    </Section>
  );
}
