import { RefusalReasons } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import { business as words } from '@almas/locale/screens/business';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { useFollowStored } from '../../ui/use-follow-stored.ts';
import { isChanged, useForm } from '../../ui/use-form.ts';

/** The owner's list of reasons, which a refusal offers. */
export function ReasonsPanel() {
  const found = useQuery({ ...apiQuery('business', 'refusalReasons'), staleTime: 0 });
  if (found.data) return <ReasonsForm stored={found.data} />;
  return <Unloaded query={found} text={words.failed} count={2} height={120} />;
}

const listOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
const textOf = (reasons: readonly string[]): string => reasons.join('\n');
/** One sentence at the field for the whole list: a refusal of one line names no field. */
const typedList = (list: z.ZodType<string[]>) =>
  z
    .string()
    .transform(listOf)
    .refine((reasons) => list.safeParse(reasons).success, { error: words.reasons.tooMany });
const rules = z.object({
  recharge: typedList(RefusalReasons.shape.recharge),
  freeFire: typedList(RefusalReasons.shape.freeFire),
});
const longest = limits.refusalReasons * (limits.refusalReasonLength + 1);

function ReasonsForm({ stored }: { readonly stored: RefusalReasons }) {
  const { run, busy } = useAction((body: RefusalReasons) => api.business.changeRefusalReasons({ body }), {
    success: [words.saved],
    failure: words.notSaved,
    refreshes: ['business', 'auditTrail'],
  });
  const initial = { recharge: textOf(stored.recharge), freeFire: textOf(stored.freeFire) };
  const form = useForm({
    initial,
    rules,
    onSubmit: (sent) => {
      // As it will be stored: the fields follow what is stored.
      form.set({ recharge: textOf(sent.recharge), freeFire: textOf(sent.freeFire) });
      return run(sent);
    },
    unsaved: { draft: 'refusal-reasons', changed: (typed) => isChanged(typed, initial) },
  });
  useFollowStored(form, initial);
  return (
    <Form form={form}>
      <p className="dim">{words.reasons.text}</p>
      {(['recharge', 'freeFire'] as const).map((name) => (
        <TextAreaField
          key={name}
          label={words.reasons[name]}
          hint={words.reasons.hint}
          rows={5}
          maxLength={longest}
          {...form.field(name)}
        />
      ))}
      <FormButtons submit={words.save} busy={busy} />
    </Form>
  );
}
