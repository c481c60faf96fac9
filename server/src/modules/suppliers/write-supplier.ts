import { suppliers } from '@almas/contract/suppliers';
import { fail } from '../../app-error.ts';
import { underFreeName } from '../../database/failures.ts';
import { statement } from '../../database/statement.ts';
import { parseIdOrZero } from '../../ids.ts';
import { command, nothingChanged } from '../../pipeline/command.ts';
import { findSupplier, presentSupplier } from './suppliers.store.ts';

const insert = statement<
  { name: string; contact: string; note: string; claimHours: number | null },
  { id: number }
>(
  'suppliers.insert',
  `INSERT INTO suppliers (name, contact, note, claim_hours) VALUES (:name, :contact, :note, :claim_hours)
   ON CONFLICT (lower(name)) DO NOTHING RETURNING id`,
);

/** @throws AppError SUPPLIER_NAME_TAKEN, also by an archived one */
export const createSupplier = command(suppliers.create, {
  run: async ({ tx, body: { name, contact, note, claimHours = null } }) => {
    const written = await insert.first(tx, { name, contact, note, claimHours });
    if (!written) throw fail('SUPPLIER_NAME_TAKEN');
    return {
      response: presentSupplier(await findSupplier(tx, written.id)),
      effects: {
        audit: {
          action: 'supplier.create',
          subject: { type: 'supplier', id: String(written.id), name },
          after: { name, contact, note, ...(claimHours !== null && { claimHours }) },
        },
      },
    };
  },
});

const lock = statement<[id: number], { id: number }>(
  'suppliers.lock',
  'SELECT id FROM suppliers WHERE id = $1 FOR NO KEY UPDATE',
);
const update = statement<{
  id: number;
  name: string;
  contact: string;
  note: string;
  archived: boolean;
  claimHours: number | null;
}>(
  'suppliers.update',
  `UPDATE suppliers SET name = :name, contact = :contact, note = :note, claim_hours = :claim_hours,
          archived_at = CASE WHEN :archived::boolean THEN coalesce(archived_at, clock_timestamp()) END
    WHERE id = :id`,
);

export const updateSupplier = command(suppliers.update, {
  run: async ({ tx, params, body }) => {
    const id = parseIdOrZero(params.id);
    await lock.first(tx, id);
    const stored = await findSupplier(tx, id);
    const before = {
      name: stored.name,
      contact: stored.contact,
      note: stored.note,
      archived: stored.archivedAt !== null,
      claimHours: stored.claimHours,
    };
    const after = {
      name: body.name ?? before.name,
      contact: body.contact ?? before.contact,
      note: body.note ?? before.note,
      archived: body.archived ?? before.archived,
      claimHours: body.claimHours === undefined ? before.claimHours : body.claimHours,
    };
    if (JSON.stringify(before) === JSON.stringify(after))
      return { response: presentSupplier(stored), effects: { audit: nothingChanged } };
    await underFreeName(update.run(tx, { id, ...after }), 'suppliers_name', () =>
      fail('SUPPLIER_NAME_TAKEN'),
    );
    return {
      response: presentSupplier(await findSupplier(tx, id)),
      effects: {
        audit: {
          action: 'supplier.update',
          subject: { type: 'supplier', id: params.id, name: after.name },
          before,
          after,
        },
      },
    };
  },
});
