import type { User } from '@almas/contract/accounts';
import { containsWords, foldText } from '@almas/contract/fold-text';
import { PlayerId } from '@almas/contract/forms';
import type { FreeFireCustomer, FreeFireOffer } from '@almas/contract/free-fire';
import { customerLimits } from '@almas/contract/limits';
import { errors as sentences } from '@almas/locale/errors';
import { freeFire } from '@almas/locale/screens/free-fire';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { raisePaymentAlert } from '../../lib/alerts.ts';
import { toastsOf } from '../../lib/toast-store.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { apiQuery, messageOf, refresh, useCall } from '../../platform/network/index.ts';
import { personOf, useMe } from '../../platform/session/index.ts';
import { moneyCallMessage, moneyCalls } from '../../platform/session/money-calls.ts';
import { useUnansweredCall } from '../../platform/session/use-money-calls.ts';
import { useForm } from '../../ui/use-form.ts';
import { readPlayerId } from './player-groups.ts';
import { useRepeat } from './use-repeat.ts';

const words = freeFire.form;
const source = 'free-fire-request';
const say = toastsOf(source);
/** The fields in the order of the specification. */
const rulesFor = (isOnSale: (offerId: string) => boolean) =>
  z.object({
    playerId: z.string().transform(readPlayerId).pipe(PlayerId),
    offerId: z.string().refine(isOnSale, { error: words.offerMissing }),
  });

/** Sends a request once, however often the button is tapped and however bad the network. @returns whether it was accepted */
async function sendRequest(me: User, freeFireId: string, offer: FreeFireOffer): Promise<boolean> {
  const body = { userId: me.id, freeFireId, offerId: offer.id, amount: offer.price };
  try {
    const what = `${offer.name} · ${freeFireId}`;
    await moneyCalls.start('freeFire.createRequest', personOf(me), body, {
      id: offer.id,
      what,
      amount: offer.price,
    });
    say.success(words.success);
    return true;
  } catch (error) {
    const message = moneyCallMessage(error) ?? messageOf(error, freeFire.paymentFailed);
    say.error(message);
    raisePaymentAlert(source, message);
    return false;
  } finally {
    void refresh('accounts', 'freeFire', 'wallet', 'notifications');
  }
}

/** The state of the form of /freefire. `balance`, `price` and the remaining balance are in DA. */
export function useFreeFireRequestForm(offers: readonly FreeFireOffer[], online: boolean) {
  const me = useMe();
  const activeOffer = (offerId: string) =>
    offers.find(({ id, status }) => id === offerId && status === 'active');
  const form = useForm({
    initial: { playerId: '', offerId: '' },
    rules: rulesFor((offerId) => activeOffer(offerId) !== undefined),
    words: { PLAYER_ID_REQUIRED: words.playerIdMissing },
    onSubmit: ({ offerId }) => {
      const chosen = activeOffer(offerId);
      if (chosen) send(chosen, 'new');
    },
    unsaved: { draft: 'free-fire-request', asks: false },
  });
  const unanswered = useUnansweredCall('freeFire.createRequest', personOf(me));
  const offer = activeOffer(form.values.offerId);

  const player = readPlayerId(form.values.playerId);
  const isPlayerWhole = PlayerId.safeParse(player).success;
  const customers = useCustomers(player);
  const repeated = useRepeat(isPlayerWhole ? player : '', offer);
  const request = useCall(
    async (chosen: FreeFireOffer, which: 'new' | 'repeat') =>
      (which === 'repeat' || !(await repeated.asksFirst())) && (await sendRequest(me, player, chosen)),
    {
      onDone: (succeeded) => {
        if (succeeded) form.reset();
      },
    },
  );
  const send = (chosen: FreeFireOffer, which: 'new' | 'repeat') => {
    if (request.busy || unanswered) return;
    if (online) void request.run(chosen, which);
    else say.error(sentences.FREE_FIRE_OFFLINE);
  };

  return {
    form,
    balance: me.balance ?? 0,
    offer,
    player,
    customers,
    label: customers.find((customer) => customer.playerId === player)?.label ?? '',
    isPlayerWhole,
    repeat: repeated.repeat,
    /** Set while the question about a repeated request is open. */
    question: repeated.isAsking
      ? { sendAnyway: () => offer && send(offer, 'repeat'), change: repeated.stopAsking }
      : null,
    lost: unanswered?.state === 'lost',
    busy: request.busy || unanswered !== undefined,
  };
}

const { suggestedFrom, suggested } = customerLimits;
const none: readonly FreeFireCustomer[] = [];

const isLike = ({ playerId, label }: FreeFireCustomer, text: string) =>
  playerId.startsWith(foldText(text)) || containsWords(label, text);

/** The customers whose player ID starts with the input, or whose name contains it. */
function useCustomers(text: string): readonly FreeFireCustomer[] {
  const search = useDebounced(text);
  const { data } = useQuery({
    ...apiQuery('freeFire', 'customers', { query: { search, limit: suggested } }),
    enabled: search.length >= suggestedFrom,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (text.length < suggestedFrom || !data) return none;
  return data.items.filter((customer) => isLike(customer, text));
}
