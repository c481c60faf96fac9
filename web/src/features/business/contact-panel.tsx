import type { business } from '@almas/contract/business';
import { BusinessContact } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import type { Output } from '@almas/contract/route';
import { business as words } from '@almas/locale/screens/business';
import { useQuery } from '@tanstack/react-query';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { useFollowStored } from '../../ui/use-follow-stored.ts';
import { isChanged, useForm } from '../../ui/use-form.ts';

/** Whom resellers call, and when. */
export function ContactPanel() {
  const found = useQuery({ ...apiQuery('business', 'contact'), staleTime: 0 });
  if (found.data) return <ContactForm stored={found.data} />;
  return <Unloaded query={found} text={words.failed} count={2} height={64} />;
}

function ContactForm({ stored }: { readonly stored: Output<typeof business.contact> }) {
  const { run, busy } = useAction(
    (body: { phone: string; hours: string }) => api.business.changeContact({ body }),
    {
      success: [words.saved],
      failure: words.notSaved,
      refreshes: ['business', 'configuration', 'auditTrail'],
    },
  );
  const initial = { phone: stored.phone, hours: stored.hours };
  const form = useForm({
    initial,
    rules: BusinessContact,
    onSubmit: (sent) => {
      // As it will be stored: the fields follow what is stored.
      form.set(sent);
      return run(sent);
    },
    unsaved: { draft: 'business-contact', changed: (typed) => isChanged(typed, initial) },
  });
  useFollowStored(form, initial);
  return (
    <Form form={form}>
      <p className="dim">{words.contact.text}</p>
      <TextField
        label={words.contact.phone}
        hint={stored.defaultPhone ? words.contact.phoneDefault(stored.defaultPhone) : words.contact.phoneNone}
        type="tel"
        maxLength={50}
        {...form.field('phone')}
      />
      <TextField
        label={words.contact.hours}
        hint={words.contact.hoursHint}
        maxLength={limits.contactHoursLength}
        {...form.field('hours')}
      />
      <FormButtons submit={words.save} busy={busy} />
    </Form>
  );
}
