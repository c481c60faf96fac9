import { dashboard } from '@almas/locale/screens/dashboard';
import { messageOf } from '../../lib/api-errors.ts';
import { useExtension } from '../../lib/configuration.ts';
import { toast } from '../../lib/toast-store.ts';
import { useCall } from '../../lib/use-call.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { useForm } from '../../ui/use-form.ts';
import { deliverMessage } from './deliver-message.ts';

const words = dashboard.contact;

interface ContactDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export default function ContactDialog({ opened, onClose }: ContactDialogProps) {
  // Asked when the dialog opens, so that sending a simulated message makes no call at all.
  useExtension('contact-delivery');
  const { run: send, busy } = useCall(deliverMessage, {
    onDone: () => {
      toast.success(words.sent);
      onClose();
    },
    onFailed: (error) => toast.error(messageOf(error, words.failed)),
  });
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title} locked={busy}>
      <ContactForm busy={busy} onCancel={onClose} onSend={send} />
    </Dialog>
  );
}

interface ContactFormProps {
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onSend: (message: string) => void;
}

function ContactForm({ busy, onCancel, onSend }: ContactFormProps) {
  const form = useForm({
    initial: { message: '' },
    check: ({ message }) => (message.trim() === '' ? { message: words.blank } : {}),
    onSubmit: ({ message }) => onSend(message.trim()),
    unsaved: { draft: 'contact-message' },
  });
  return (
    <Form form={form}>
      <TextAreaField
        label={words.message}
        hint={words.hint}
        rows={5}
        data-autofocus
        {...form.field('message')}
      />
      <FormButtons submit={words.send} busy={busy} onCancel={onCancel} />
    </Form>
  );
}
