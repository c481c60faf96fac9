import { ClaimHours, SupplierInput } from '@almas/contract/forms';
import { claimLimits, limits } from '@almas/contract/limits';
import type { Supplier } from '@almas/contract/suppliers';
import { suppliers as words } from '@almas/locale/screens/suppliers';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod';
import { typedCountOrNone } from '../../lib/typed-rules.ts';
import { api, apiPages, useAction, useFeature } from '../../platform/network/index.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { DecidingButton } from '../../ui/deciding-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { ExportButton } from '../exports/export-button.tsx';
import styles from './supplier-list.module.css';

interface SupplierListProps {
  readonly onBatches: (of: Supplier) => void;
}

/** From whom codes are bought, with how many. */
export function SupplierList({ onBatches }: SupplierListProps) {
  const [withArchived, setWithArchived] = useState(false);
  const [edited, setEdited] = useState<Supplier | 'new' | null>(null);
  const archived = withArchived ? 'with' : 'without';
  const list = useInfiniteQuery(apiPages('suppliers', 'list', { query: { archived } }));
  return (
    <Stack>
      <div className={`row wrap spread ${styles.head}`}>
        <Button onClick={() => setEdited('new')}>{words.add}</Button>
        <ExportButton list="suppliers" filters={{ archived }} />
      </div>
      <Switch label={words.withArchived} checked={withArchived} onChange={setWithArchived} />
      <PagedList list={list} empty={{ title: words.empty, text: words.emptyText }} failed={words.failed}>
        {(items) => (
          <ul className="column gap-12">
            {items.map((supplier) => (
              <SupplierItem
                key={supplier.id}
                supplier={supplier}
                onEdit={() => setEdited(supplier)}
                onBatches={() => onBatches(supplier)}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {edited && (
        <SupplierDialog supplier={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Stack>
  );
}

interface SupplierItemProps {
  readonly supplier: Supplier;
  readonly onEdit: () => void;
  readonly onBatches: () => void;
}

function SupplierItem({ supplier, onEdit, onBatches }: SupplierItemProps) {
  const { id, name, contact, note, archivedAt, batches, codes } = supplier;
  const titleId = `supplier-${id}`;
  const { run, busy } = useAction(
    (archived: boolean) => api.suppliers.update({ params: { id }, body: { archived } }),
    { success: [words.saved], failure: words.saveFailed, refreshes: ['suppliers', 'auditTrail'] },
  );
  return (
    <li className={`box ${styles.item}`} data-testid="supplier">
      <div className={`row wrap spread ${styles.head}`}>
        <h3 id={titleId} className={styles.name} dir="auto">
          {name}
        </h3>
        {archivedAt !== null && <StatusBadge tone="quiet">{words.archived}</StatusBadge>}
      </div>
      {contact !== '' && <p dir="auto">{contact}</p>}
      {note !== '' && (
        <p className={`dim ${styles.quiet}`} dir="auto">
          {note}
        </p>
      )}
      <p className={`dim ${styles.quiet}`}>{words.supplied(batches, codes)}</p>
      <div className="wrap gap-8">
        {batches > 0 && (
          <Button variant="secondary" aria-describedby={titleId} onClick={onBatches}>
            {words.batches}
          </Button>
        )}
        <Button variant="secondary" aria-describedby={titleId} onClick={onEdit}>
          {words.edit}
        </Button>
        <DecidingButton
          variant="secondary"
          aria-describedby={titleId}
          subject={String(archivedAt === null)}
          busy={busy}
          onClick={() => void run(archivedAt === null)}
        >
          {archivedAt === null ? words.archive : words.restore}
        </DecidingButton>
      </div>
    </li>
  );
}

interface SupplierDialogProps {
  /** null: a new one. */
  readonly supplier: Supplier | null;
  readonly onClose: () => void;
}

const SupplierDialog = ({ supplier, onClose }: SupplierDialogProps) => (
  <Dialog onClose={onClose} title={supplier ? words.editTitle(supplier.name) : words.add} size="sm">
    <SupplierForm supplier={supplier} onClose={onClose} />
  </Dialog>
);

const rules = SupplierInput.extend({
  claimHours: typedCountOrNone(ClaimHours),
  /** What the form was opened on. */
  opened: z
    .object({ name: z.string(), contact: z.string(), note: z.string(), claimHours: z.number().nullable() })
    .nullable(),
});

function SupplierForm({ supplier, onClose }: SupplierDialogProps) {
  const hasClaims = useFeature('claims');
  const { run, busy } = useAction(
    ({ opened, ...body }: z.output<typeof rules>) =>
      supplier
        ? api.suppliers.update({
            params: { id: supplier.id },
            // What was not typed here may have been changed on another device since.
            body: {
              ...(body.name !== opened?.name && { name: body.name }),
              ...(body.contact !== opened?.contact && { contact: body.contact }),
              ...(body.note !== opened?.note && { note: body.note }),
              ...(body.claimHours !== opened?.claimHours && { claimHours: body.claimHours }),
            },
          })
        : api.suppliers.create({ body }),
    {
      success: [supplier ? words.saved : words.created],
      failure: words.saveFailed,
      refreshes: ['suppliers', 'codeBatches', 'auditTrail'],
      onDone: onClose,
    },
  );
  const form = useForm({
    initial: {
      name: supplier?.name ?? '',
      contact: supplier?.contact ?? '',
      note: supplier?.note ?? '',
      claimHours: supplier?.claimHours ? String(supplier.claimHours) : '',
      opened: supplier && {
        name: supplier.name,
        contact: supplier.contact,
        note: supplier.note,
        claimHours: supplier.claimHours,
      },
    },
    rules,
    onSubmit: run,
    unsaved: { draft: `supplier-${supplier?.id ?? ''}` },
  });
  return (
    <Form form={form}>
      <TextField
        label={words.name}
        maxLength={limits.supplierNameLength}
        required
        data-autofocus
        {...form.field('name')}
      />
      <TextField
        label={words.contact}
        hint={words.contactHint}
        maxLength={limits.supplierContactLength}
        {...form.field('contact')}
      />
      <TextAreaField
        label={words.note}
        maxLength={limits.supplierNoteLength}
        rows={3}
        {...form.field('note')}
      />
      {hasClaims && (
        <TextField
          label={words.claimHours}
          hint={words.claimHoursHint(claimLimits.hours)}
          inputMode="numeric"
          {...form.field('claimHours')}
        />
      )}
      <FormButtons submit={words.save} busy={busy} onCancel={onClose} />
    </Form>
  );
}
