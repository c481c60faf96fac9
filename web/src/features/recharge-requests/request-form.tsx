import { proofLimits } from '@almas/contract/limits';
import { common } from '@almas/locale/screens/common';
import { rechargeRequests } from '@almas/locale/screens/recharge-requests';
import { Button } from '../../ui/button.tsx';
import { ConfirmAmount } from '../../ui/confirm-amount.tsx';
import { optionalLabel, SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useInvalidFocus } from '../../ui/use-invalid-focus.ts';
import { PhotoField } from './photo-field.tsx';
import styles from './requests-dialog.module.css';
import { useRechargeRequestForm } from './use-request-form.ts';

const words = rechargeRequests.form;
const methods = (['ccp', 'baridimob', 'bank_transfer'] as const).map((value) => ({
  value,
  label: rechargeRequests.methods[value],
}));

/** The amount is judged here too, at its field; the server judges everything again (AMB-86). */
export function RechargeRequestForm() {
  const { draft, photo, setPhoto, mistake, asked, above, write, submit, send, forget, lost, busy } =
    useRechargeRequestForm();
  const form = useInvalidFocus(mistake);
  if (asked !== null)
    return (
      <ConfirmAmount
        asked={[{ amount: asked, about: rechargeRequests.methods[draft.method] }]}
        above={above}
        confirmLabel={words.submit}
        busy={busy}
        onConfirm={() => void send()}
        onChange={forget}
      />
    );
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate aria-label={words.title}>
      <p className={styles.text}>{words.text}</p>
      <MoneyField
        label={words.amount}
        bounds={words.amountHint}
        name="amount"
        required
        value={draft.amount}
        error={mistake?.sentence}
        urgent
        onChange={(amount) => write({ amount })}
      />
      <SelectField
        label={words.method}
        name="method"
        options={methods}
        required
        value={draft.method}
        onChange={(event) => write({ method: event.currentTarget.value as typeof draft.method })}
      />
      <TextField
        label={optionalLabel(words.reference)}
        hint={words.referenceHint}
        name="reference"
        autoComplete="off"
        maxLength={proofLimits.referenceLength}
        value={draft.reference}
        onChange={(event) => write({ reference: event.currentTarget.value })}
      />
      <PhotoField photo={photo} disabled={busy} onChange={setPhoto} />
      <TextField
        label={optionalLabel(words.phone)}
        hint={words.phoneHint}
        name="phoneNumber"
        type="tel"
        maxLength={50}
        value={draft.phoneNumber}
        onChange={(event) => write({ phoneNumber: event.currentTarget.value })}
      />
      <TextAreaField
        label={optionalLabel(words.note)}
        hint={words.noteHint}
        name="notes"
        rows={2}
        maxLength={1000}
        value={draft.notes}
        onChange={(event) => write({ notes: event.currentTarget.value })}
      />
      {lost && <Notice tone="waiting" title={common.moneyCall.verifying} text={common.moneyCall.lost} />}
      <Button type="submit" full busy={busy}>
        {words.submit}
      </Button>
    </form>
  );
}
