import { common } from '@almas/locale/screens/common';
import { dashboard } from '@almas/locale/screens/dashboard';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../lib/api-errors.ts';
import { useExtension } from '../../lib/configuration.ts';
import { toast } from '../../lib/toast-store.ts';
import { useCall } from '../../lib/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { useDraft, useUnsaved } from '../../ui/use-unsaved.ts';
import styles from './contact-dialog.module.css';
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
  const [message, setMessage] = useDraft('contact', '');
  useUnsaved({ changed: message.trim() !== '', draft: { name: 'contact', value: message } });
  const [blank, setBlank] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const empty = message.trim() === '';
    setBlank(empty);
    if (!empty && !busy) onSend(message.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextAreaField
        label={words.message}
        hint={words.hint}
        error={blank ? words.blank : undefined}
        value={message}
        rows={5}
        data-autofocus
        onChange={(event) => {
          setMessage(event.currentTarget.value);
          setBlank(false);
        }}
      />
      <div className={styles.buttons}>
        <Button look="secondary" onClick={onCancel} disabled={busy}>
          {common.cancel}
        </Button>
        <Button type="submit" busy={busy}>
          {words.send}
        </Button>
      </div>
    </form>
  );
}
