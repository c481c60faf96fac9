import { proofLimits } from '@almas/contract/limits';
import { common } from '@almas/locale/screens/common';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { Button } from '../../ui/button.tsx';
import { ConfirmAmount } from '../../ui/confirm-amount.tsx';
import { optionalLabel, SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { PayTo } from '../business/pay-to.tsx';
import { PhotoField } from '../photos/photo-field.tsx';
import styles from './requests-dialog.module.css';
import { useRechargeRequestForm } from './use-request-form.ts';

const words = rechargeRequests.form;
const methods = (['ccp', 'baridimob', 'bank_transfer'] as const).map((value) => ({
  value,
  label: rechargeRequests.methods[value],
}));

/** The amount is checked here too, at its field; the server checks everything again (AMB-86). */
export function RechargeRequestForm() {
  const { form, asked, above, send, forget, lost, busy, preparesPhoto, setPreparesPhoto } =
    useRechargeRequestForm();
  if (asked !== null)
    return (
      <ConfirmAmount
        asked={[{ amount: asked, about: rechargeRequests.methods[form.values.method] }]}
        above={above}
        confirmLabel={words.submit}
        busy={busy}
        onConfirm={() => void send()}
        onChange={forget}
      />
    );
  return (
    <Form form={form} className={styles.form} aria-label={words.title}>
      <p className={`dim ${styles.text}`}>{words.text}</p>
      <MoneyField label={words.amount} bounds={words.amountHint} required urgent {...form.field('amount')} />
      <SelectField label={words.method} options={methods} required {...form.field('method')} />
      <PayTo method={form.values.method} />
      <TextField
        label={optionalLabel(words.reference)}
        hint={words.referenceHint}
        maxLength={proofLimits.referenceLength}
        {...form.field('reference')}
      />
      <PhotoField
        photo={form.values.photo}
        disabled={busy}
        onChange={(photo) => form.set({ photo })}
        onWorking={setPreparesPhoto}
      />
      <TextField
        label={optionalLabel(words.phone)}
        hint={words.phoneHint}
        type="tel"
        maxLength={50}
        {...form.field('phoneNumber')}
      />
      <TextAreaField
        label={optionalLabel(words.note)}
        hint={words.noteHint}
        rows={2}
        maxLength={1000}
        {...form.field('notes')}
      />
      {lost && <Notice tone="waiting" title={common.moneyCall.verifying} text={common.moneyCall.lost} />}
      <Button type="submit" full busy={busy || preparesPhoto}>
        {words.submit}
      </Button>
    </Form>
  );
}
