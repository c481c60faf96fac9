import { RequestedAmount, requestTexts } from '@almas/contract/forms';
import type { RechargeRequest } from '@almas/contract/recharge-requests';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { useState } from 'react';
import * as z from 'zod';
import { toastsOf } from '../../lib/toast-store.ts';
import { typedAmount } from '../../lib/typed-rules.ts';
import { ApiError, messageOf, refresh, useCall, useConfirmAbove } from '../../platform/network/index.ts';
import { personOf, useMe } from '../../platform/session/index.ts';
import { moneyCallMessage, moneyCalls } from '../../platform/session/money-calls.ts';
import { useUnansweredCall } from '../../platform/session/use-money-calls.ts';
import { useForm } from '../../ui/use-form.ts';
import type { ChosenPhoto } from '../photos/photo-field.tsx';
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
const rules = z.object({
  amount: typedAmount(RequestedAmount, words.amountMissing),
  method: z.custom<RechargeRequest['method']>(),
  ...requestTexts,
  photo: z.custom<ChosenPhoto | null>(),
});
type NewRequest = z.output<typeof rules>;

const isAboutAmount = (error: unknown) =>
  error instanceof ApiError && error.code.startsWith('REQUEST_AMOUNT_');

/** Sends one recharge request. The input stays until the server has accepted it. */
export function useRechargeRequestForm() {
  const me = useMe();
  const above = useConfirmAbove();
  const [asked, setToConfirm] = useState<NewRequest | null>(null);
  const unanswered = useUnansweredCall('rechargeRequests.create', personOf(me));
  const [preparesPhoto, setPreparesPhoto] = useState(false);

  const request = useCall(
    ({ amount, method, phoneNumber, notes, reference, photo }: NewRequest) => {
      const body = {
        userId: me.id,
        amount,
        method,
        status: 'pending',
        phoneNumber: phoneNumber || null,
        notes: notes || null,
        reference: reference || null,
        ...(photo && { photoAnnounced: true }),
      };
      const what = rechargeRequests.methods[method];
      return moneyCalls.start('rechargeRequests.create', personOf(me), body, { what, amount });
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
  const send = async (sent: NewRequest) => {
    if (!unanswered && (await request.run(sent))) await refresh('rechargeRequests');
  };
  const form = useForm({
    initial: blank,
    rules,
    onSubmit: (sent) => (sent.amount > above ? setToConfirm(sent) : send(sent)),
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
    asked: asked?.amount ?? null,
    above,
    forget: () => setToConfirm(null),
    send: () => asked && send(asked),
    lost: unanswered?.state === 'lost',
    busy: request.busy || unanswered !== undefined,
    preparesPhoto,
    setPreparesPhoto,
  };
}
