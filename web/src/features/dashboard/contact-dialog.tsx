import { ContactMessage } from '@almas/contract/forms';
import { limits } from '@almas/contract/limits';
import { contact as words } from '@almas/locale/screens/contact';
import { api, hasFeature, useAction, useFeature } from '../../platform/network/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useForm } from '../../ui/use-form.ts';

interface ContactDialogProps {
  readonly onClose: () => void;
}

export default function ContactDialog({ onClose }: ContactDialogProps) {
  // Read when the dialog opens, so that sending a simulated message makes no call.
  const delivers = useFeature('contact-delivery') === true;
  const { run: send, busy } = useAction(deliverMessage, {
    success: [words.sent],
    failure: words.failed,
    onDone: onClose,
  });
  return (
    <Dialog onClose={onClose} title={words.title} locked={busy}>
      <ContactForm delivers={delivers} busy={busy} onCancel={onClose} onSend={send} />
    </Dialog>
  );
}

interface ContactFormProps {
  /** The subject is asked for only when messages are delivered. */
  readonly delivers: boolean;
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onSend: (message: string) => void;
}

function ContactForm({ delivers, busy, onCancel, onSend }: ContactFormProps) {
  const form = useForm({
    initial: { message: '' },
    rules: ContactMessage,
    onSubmit: ({ message }) => onSend(message),
    unsaved: { draft: 'contact-message' },
  });
  return (
    <Form form={form}>
      <TextAreaField
        label={words.message}
        hint={delivers ? words.hint : undefined}
        rows={5}
        maxLength={limits.contactMessageLength}
        data-autofocus
        {...form.field('message')}
      />
      <FormButtons submit={words.send} busy={busy} onCancel={onCancel} />
    </Form>
  );
}

const simulatedCall = () =>
  new Promise<void>((resolve) => setTimeout(resolve, limits.simulatedCallMilliseconds));

/**
 * Only waits, as the specification says: no server call is made and the message is not delivered (AMB-29). The extension
 * `contact-delivery` sends it to the administrators (AMB-87).
 */
async function deliverMessage(message: string): Promise<void> {
  if (await hasFeature('contact-delivery')) await api.contact.send({ body: { message } });
  else await simulatedCall();
}
