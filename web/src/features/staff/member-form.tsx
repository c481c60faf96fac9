import '../../platform/network/later-calls.ts';
import { Pin, StaffCap, StaffName } from '@almas/contract/forms';
import { staffLimits } from '@almas/contract/limits';
import type { StaffMember } from '@almas/contract/staff';
import { editableAmount } from '@almas/locale/formats';
import { login } from '@almas/locale/screens/login';
import { staff } from '@almas/locale/screens/staff';
import * as z from 'zod';
import { typedAmount } from '../../lib/typed-rules.ts';
import { api, useAction } from '../../platform/network/index.ts';
import { PasswordField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { MoneyField } from '../../ui/money-field.tsx';
import { useForm } from '../../ui/use-form.ts';

const words = staff.members;
const eye = { show: login.showPassword, hide: login.hidePassword };

const rulesOf = (isNew: boolean) =>
  z.object({
    name: StaffName,
    cap: typedAmount(StaffCap),
    pin: isNew ? Pin : z.union([z.literal('').transform(() => undefined), Pin]),
    /** What the form was opened on. */
    opened: z.object({ name: z.string(), dailyCap: z.number() }).nullable(),
  });

interface MemberFormProps {
  /** Absent: a new one. */
  readonly member?: StaffMember;
  readonly onDone: () => void;
}

/** The name, the cap and the PIN of a cashier. */
export function MemberForm({ member, onDone }: MemberFormProps) {
  const rules = rulesOf(member === undefined);
  const { run, busy } = useAction(
    ({ name, cap: dailyCap, pin, opened }: z.output<typeof rules>) =>
      member
        ? api.staff.update({
            params: { id: member.id },
            // What was not typed here may have been changed on another device since.
            body: {
              ...(name !== opened?.name && { name }),
              ...(dailyCap !== opened?.dailyCap && { dailyCap }),
              ...(pin !== undefined && { pin }),
            },
          })
        : api.staff.create({ body: { name, dailyCap, pin: pin ?? '' } }),
    {
      success: [member ? words.saved : words.added],
      failure: words.saveFailed,
      refreshes: ['staff'],
      onDone,
    },
  );
  const form = useForm({
    initial: {
      name: member?.name ?? '',
      cap: member ? editableAmount(member.dailyCap) : '',
      pin: '',
      opened: member ? { name: member.name, dailyCap: member.dailyCap } : null,
    },
    rules,
    onSubmit: run,
    unsaved: { draft: `cashier-${member?.id ?? ''}`, secret: ['pin'] },
  });
  return (
    <Form form={form}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        maxLength={staffLimits.nameLength}
        required
        data-autofocus
        {...form.field('name')}
      />
      <MoneyField label={words.cap} bounds={words.capHint} required {...form.field('cap')} />
      <PasswordField
        label={member ? words.newPin : words.pin}
        hint={member ? words.newPinHint : undefined}
        inputMode="numeric"
        autoComplete="new-password"
        maxLength={20}
        required={!member}
        words={eye}
        {...form.field('pin')}
      />
      <FormButtons submit={words.save} busy={busy} onCancel={onDone} />
    </Form>
  );
}
