import { security } from '@almas/locale/screens/security';
import { api, finishStepUp, messageOf, useCall } from '../../../platform/network/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormError } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { CodeField, useCodeForm } from './code-field.tsx';

const words = security.stepUp;

interface StepUpDialogProps {
  readonly onClose: () => void;
}

/** Asks for a code of the second factor; the action that needed it then continues. */
export default function StepUpDialog({ onClose }: StepUpDialogProps) {
  return (
    <Dialog onClose={onClose} title={words.title} size="sm">
      <StepUpForm />
    </Dialog>
  );
}

function StepUpForm() {
  const { run, busy } = useCall((code: string) => api.security.stepUp({ body: { code } }), {
    onDone: () => finishStepUp(true),
    onFailed: (error) => void form.setMistakes({ form: messageOf(error, words.failed) }),
  });
  const form = useCodeForm(run);
  return (
    <Form form={form}>
      <p>{words.text}</p>
      <CodeField form={form} label={words.code} hint={security.signIn.codeHint} />
      <FormError text={form.mistake('form')} />
      <Button type="submit" full busy={busy}>
        {words.confirm}
      </Button>
    </Form>
  );
}
