import '../../platform/network/later-calls.ts';
import { DeviceLabel } from '@almas/contract/forms';
import { staffLimits } from '@almas/contract/limits';
import type { EnrolledDevice } from '@almas/contract/staff';
import { staff } from '@almas/locale/screens/staff';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { api, apiQuery, useAction } from '../../platform/network/index.ts';
import { setTillDevice } from '../../platform/session/index.ts';
import { ConfirmDialog } from '../../ui/ask-dialogs.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Lead, Stack } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { TextField } from '../../ui/field.tsx';
import { When } from '../../ui/figures.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import record from '../../ui/record.module.css';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Unloaded } from '../../ui/unloaded.tsx';
import { useForm } from '../../ui/use-form.ts';

const words = staff.devices;

/** The devices on which cashiers sign in; the one in hand is enrolled, each is revoked. */
export function DeviceList() {
  const found = useQuery({ ...apiQuery('staff', 'devices'), staleTime: 0 });
  const [isEnrolling, setIsEnrolling] = useState(false);
  const close = () => setIsEnrolling(false);
  return (
    <Stack gap={12}>
      <Lead>{words.text}</Lead>
      <div>
        <Button aria-haspopup="dialog" onClick={() => setIsEnrolling(true)}>
          {words.enrol}
        </Button>
      </div>
      {found.data ? (
        <Devices items={found.data.items} />
      ) : (
        <Unloaded query={found} text={staff.failed} count={2} height={70} />
      )}
      {isEnrolling && (
        <Dialog onClose={close} title={words.enrol} size="sm">
          <EnrolForm onDone={close} />
        </Dialog>
      )}
    </Stack>
  );
}

function Devices({ items }: { readonly items: readonly EnrolledDevice[] }) {
  if (items.length === 0)
    return (
      <Card>
        <EmptyState title={words.empty} />
      </Card>
    );
  return (
    <ul className="column gap-12">
      {items.map((device) => (
        <Device key={device.id} device={device} />
      ))}
    </ul>
  );
}

function Device({ device: { id, label, createdAt, revokedAt } }: { readonly device: EnrolledDevice }) {
  const [isAsking, setIsAsking] = useState(false);
  const { run, busy } = useAction(() => api.staff.revoke({ params: { id } }), {
    success: [words.revokeDone],
    failure: words.revokeFailed,
    refreshes: ['staff'],
    onDone: () => setIsAsking(false),
  });
  const titleId = `device-${id}`;
  return (
    <li className={`box column gap-6 anywhere ${record.item}`} data-testid="device">
      <div className={record.head}>
        <h3 id={titleId} className={record.name} dir="auto">
          {label}
        </h3>
        {revokedAt !== null && <StatusBadge tone="quiet">{words.revoked}</StatusBadge>}
      </div>
      <p className="dim">
        {words.since} <When at={createdAt} />
      </p>
      {revokedAt === null && (
        <div>
          <DialogButton of={titleId} onClick={() => setIsAsking(true)}>
            {words.revoke}
          </DialogButton>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={words.revokeTitle(label)}
          confirmLabel={words.revoke}
          danger
          busy={busy}
          onConfirm={() => void run()}
          onClose={() => setIsAsking(false)}
        >
          <p>{words.revokeText}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

const rules = z.object({ label: DeviceLabel });

function EnrolForm({ onDone }: { readonly onDone: () => void }) {
  const { run, busy } = useAction((label: string) => api.staff.enrol({ body: { label } }), {
    success: [words.enrolled],
    failure: words.enrolFailed,
    refreshes: ['staff'],
    onDone: () => {
      setTillDevice(true);
      onDone();
    },
  });
  const form = useForm({
    initial: { label: '' },
    rules,
    onSubmit: ({ label }) => run(label),
    unsaved: { draft: 'enrolled-device' },
  });
  return (
    <Form form={form}>
      <TextField
        label={words.label}
        hint={words.labelHint}
        maxLength={staffLimits.labelLength}
        required
        data-autofocus
        {...form.field('label')}
      />
      <FormButtons submit={words.enrol} busy={busy} onCancel={onDone} />
    </Form>
  );
}
