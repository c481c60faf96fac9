import { limits } from '@almas/contract/limits';
import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { readTypedAmount } from '@almas/contract/typed-amount';
import { errors } from '@almas/locale/errors';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { useState } from 'react';
import { ApiError, messageOf } from '../../lib/api-errors.ts';
import { useConfirmAbove } from '../../lib/configuration.ts';
import { moneyCallMessage, moneyCalls } from '../../lib/money-calls.ts';
import { refresh } from '../../lib/queries.ts';
import { useMe } from '../../lib/session.ts';
import { toastsOf } from '../../lib/toast-store.ts';
import { useCall } from '../../lib/use-call.ts';
import { useLostCall } from '../../lib/use-money-calls.ts';
import { useForm } from '../../ui/use-form.ts';
import type { ChosenPhoto } from './photo-field.tsx';
import { sendPhoto } from './send-photo.ts';

const words = rechargeRequests.form;
const say = toastsOf('recharge-request');
const blank = {
  amount: '',
  method: 'ccp' as RechargeRequest['method'],
  reference: '',
  phoneNumber: '',
  notes: '',
  photo: null as ChosenPhoto | null,
};
type RequestDraft = typeof blank;

/**
 * The value sent to the server: a number; the text itself when it is none, so that the server's message is shown; nothing typed
 * is undefined.
 */
function amountToSend(text: string): number | string | undefined {
  const typed = readTypedAmount(text);
  if (typed.kind === 'empty') return undefined;
  return typed.kind === 'amount' ? typed.amount : text;
}

/** The message for an amount that the server would refuse, in the specification's words where it has some. */
function amountProblem(text: string): string | undefined {
  const amount = amountToSend(text);
  if (amount === undefined) return words.amountMissing;
  if (typeof amount !== 'number' || Math.round(amount * 100) <= 0) return errors.REQUEST_AMOUNT_NOT_POSITIVE;
  return amount > limits.rechargeRequestMax ? errors.REQUEST_AMOUNT_TOO_HIGH : undefined;
}

const isAboutAmount = (error: unknown) =>
  error instanceof ApiError && error.code.startsWith('REQUEST_AMOUNT_');

/** Sends one recharge request. The input stays until the server has accepted it. */
export function useRechargeRequestForm() {
  const me = useMe();
  const above = useConfirmAbove();
  const [asked, setToConfirm] = useState<number | null>(null);
  const lost = useLostCall('rechargeRequests.create', me.id);
  const [preparesPhoto, setPreparesPhoto] = useState(false);

  const request = useCall(
    (draft: RequestDraft) => {
      const amount = amountToSend(draft.amount);
      const body = {
        userId: me.id,
        amount,
        method: draft.method,
        status: 'pending',
        phoneNumber: draft.phoneNumber.trim() || null,
        notes: draft.notes.trim() || null,
        reference: draft.reference.trim() || null,
        ...(draft.photo && { photoAnnounced: true }),
      };
      const what = rechargeRequests.methods[draft.method];
      return moneyCalls.start('rechargeRequests.create', me.id, body, {
        what,
        amount: typeof amount === 'number' ? amount : null,
      });
    },
    {
      onDone: async ({ result }, [{ photo }]) => {
        say.success(words.success);
        form.reset();
        // The request exists already: a photo that fails can be sent again from its line.
        if (photo)
          await sendPhoto(result.id, photo.content).catch(() => say.error(rechargeRequests.photo.notSent));
        setToConfirm(null);
      },
      onFailed: (error) => {
        const sentence = moneyCallMessage(error) ?? messageOf(error, words.failed);
        if (isAboutAmount(error)) form.setMistakes({ amount: sentence });
        else say.error(sentence);
        setToConfirm(null);
      },
    },
  );
  const send = async (draft: RequestDraft) => {
    if (!lost && (await request.run(draft))) await refresh('rechargeRequests');
  };
  const form = useForm({
    initial: blank,
    check: ({ amount }) => ({ amount: amountProblem(amount) }),
    onSubmit: (draft) => {
      const amount = amountToSend(draft.amount);
      return typeof amount === 'number' && amount > above ? setToConfirm(amount) : send(draft);
    },
    unsaved: {
      draft: 'recharge-request',
      secret: ['photo'],
      changed: ({ amount, reference, phoneNumber, notes, photo }) =>
        amount + reference + phoneNumber + notes !== '' || photo !== null,
    },
  });

  return {
    form,
    /** The large amount to be confirmed, and the limit that it exceeds. */
    asked,
    above,
    forget: () => setToConfirm(null),
    send: () => send(form.values),
    lost,
    busy: request.busy || lost,
    preparesPhoto,
    setPreparesPhoto,
  };
}
