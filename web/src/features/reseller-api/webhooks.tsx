import '../../platform/network/later-calls.ts';
import { WebhookInput } from '@almas/contract/forms';
import type { Webhook } from '@almas/contract/webhooks';
import { resellerApi } from '@almas/locale/screens/reseller-api';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { api, apiPages, useAction } from '../../platform/network/index.ts';
import { ConfirmDialog } from '../../ui/ask-dialogs.tsx';
import { Button } from '../../ui/button.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import record from '../../ui/record.module.css';
import { differs, isChanged, useForm } from '../../ui/use-form.ts';
import { Chosen } from './chosen.tsx';
import { Deliveries } from './deliveries.tsx';
import { SecretList } from './secret-list.tsx';

const words = resellerApi.webhooks;

/** The webhooks of the account, and a new one, whose secret is shown once. */
export function Webhooks() {
  const list = useInfiniteQuery({ ...apiPages('webhooks', 'list', { query: {} }), staleTime: 0 });
  return (
    <SecretList
      list={list}
      words={words}
      item={(webhook: Webhook) => <WebhookItem key={webhook.id} webhook={webhook} />}
      form={(onMade, onClose) => <WebhookForm onDone={onMade} onClose={onClose} />}
    />
  );
}

function WebhookItem({ webhook }: { readonly webhook: Webhook }) {
  const { id, url, events, enabled, offReason, waiting } = webhook;
  const params = { id };
  const titleId = `webhook-${id}`;
  const [opened, setOpened] = useState<'deliveries' | 'form' | 'removal'>();
  const change = useAction(() => api.webhooks.change({ params, body: { enabled: !enabled } }), {
    success: [words.changed],
    failure: words.changeFailed,
    refreshes: ['webhooks'],
  });
  const trial = useAction(() => api.webhooks.test({ params }), {
    success: [words.tested],
    failure: words.testFailed,
    refreshes: ['webhooks'],
  });
  const removal = useAction(() => api.webhooks.remove({ params }), {
    success: [words.removed],
    failure: words.removeFailed,
    refreshes: ['webhooks'],
  });
  const close = () => setOpened(undefined);
  return (
    <li className={`box column gap-6 anywhere ${record.item}`} data-testid="webhook">
      <h4 id={titleId} dir="ltr">
        {url}
      </h4>
      <p className="dim">
        <Dotted parts={[...events.map((event) => words.events[event]), words.waiting(waiting)]} />
      </p>
      {offReason !== null && <p>{words.off[offReason]}</p>}
      <div className="wrap gap-8">
        <DialogButton of={titleId} onClick={() => setOpened('deliveries')}>
          {words.deliveries}
        </DialogButton>
        {enabled && (
          <Button
            variant="secondary"
            aria-describedby={titleId}
            busy={trial.busy}
            onClick={() => void trial.run()}
          >
            {words.test}
          </Button>
        )}
        <DialogButton of={titleId} onClick={() => setOpened('form')}>
          {words.edit}
        </DialogButton>
        <DecidingButton
          variant="secondary"
          aria-describedby={titleId}
          subject={String(enabled)}
          busy={change.busy}
          onClick={() => void change.run()}
        >
          {enabled ? words.turnOff : words.turnOn}
        </DecidingButton>
        <DialogButton of={titleId} onClick={() => setOpened('removal')}>
          {words.remove}
        </DialogButton>
      </div>
      {opened === 'deliveries' && (
        <Dialog onClose={close} title={resellerApi.deliveries.title}>
          <Deliveries webhookId={id} canRetry={enabled} />
        </Dialog>
      )}
      {opened === 'form' && (
        <Dialog onClose={close} title={words.editTitle} size="sm">
          <WebhookForm webhook={webhook} onDone={close} onClose={close} />
        </Dialog>
      )}
      {opened === 'removal' && (
        <ConfirmDialog
          onClose={close}
          title={words.removeTitle}
          confirmLabel={words.remove}
          danger
          busy={removal.busy}
          onConfirm={() => void removal.run()}
        >
          <p>{words.removeText}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

interface WebhookFormProps {
  /** Absent: a new one. */
  readonly webhook?: Webhook;
  /** Called with the secret of a new one. */
  readonly onDone: (secret: string | undefined) => void;
  readonly onClose: () => void;
}

type Typed = z.output<typeof WebhookInput>;
const rules = WebhookInput.extend({
  /** What the form was opened on. */
  opened: z.custom<Typed | null>(),
});
const blank: Typed = { url: '', events: ['order.completed'] };

function WebhookForm({ webhook, onDone, onClose }: WebhookFormProps) {
  const opened: Typed | null = webhook ? { url: webhook.url, events: webhook.events } : null;
  const save = async ({ opened: from, ...body }: z.output<typeof rules>): Promise<string | undefined> => {
    if (!webhook) return (await api.webhooks.create({ body })).secret;
    const { url, events } = body;
    await api.webhooks.change({
      params: { id: webhook.id },
      // What was not typed here may have been changed on another device since.
      body: {
        ...(url !== from?.url && { url }),
        ...(differs(events, from?.events) && { events }),
      },
    });
    return undefined;
  };
  const { run, busy } = useAction(save, {
    ...(webhook ? { success: [words.changed] } : { lost: words.createLost }),
    failure: webhook ? words.changeFailed : words.createFailed,
    refreshes: ['webhooks'],
    onDone,
  });
  const form = useForm({
    initial: { ...(opened ?? blank), opened },
    rules,
    onSubmit: run,
    unsaved: {
      draft: `webhook ${webhook?.id ?? ''}`,
      changed: ({ opened: from, ...typed }) => isChanged(typed, from ?? blank),
    },
  });
  return (
    <Form form={form}>
      <TextField
        label={words.url}
        hint={words.urlHint}
        type="url"
        maxLength={2_000}
        required
        data-autofocus
        {...form.field('url')}
      />
      <Chosen label={words.which} labels={words.events} {...form.field('events')} />
      <FormButtons submit={webhook ? words.saveChange : words.save} busy={busy} onCancel={onClose} />
    </Form>
  );
}
