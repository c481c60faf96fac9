import type { Mutation } from './make-mutations.ts';

export interface Accepted {
  readonly file: string;
  /** The unchanged line, without the spaces around it. */
  readonly text: string;
  readonly from: string;
  /** Which occurrence, from 1, when the change is possible more than once. Without it: all of them. */
  readonly nth?: number;
  readonly why: string;
}

/** Mutations that change nothing a test could see, with the reason. */
export const accepted: readonly Accepted[] = [
  {
    file: 'server/src/modules/products/products.store.ts',
    text: "WHERE ctid >= '(0,0)'::tid GROUP BY offer_id",
    from: '>=',
    why: 'No row is at this place: the first of a page has the number 1.',
  },
  {
    file: 'server/src/modules/products/serve-catalogue.ts',
    text: 'if (query.limit !== undefined) return content();',
    from: '!==',
    why: 'Which responses are kept in memory; what they hold is the same.',
  },
  {
    file: 'server/src/modules/accounts/lock-with-author.ts',
    text: 'if (id < authorId) await lockAuthor.run(tx, authorId);',
    from: '<',
    why: 'The own account is locked by the statement before.',
  },
  {
    file: 'server/src/modules/accounts/security.routes.ts',
    text: "if (actor.secondFactor) throw fail('SECOND_FACTOR_ON');",
    from: 'throw fail(',
    why: 'The statement that stores the secret refuses it as well.',
  },
  {
    file: 'server/src/modules/accounts/second-factor.ts',
    text: "if (!result.valid || !('timeStep' in result)) return false;",
    from: '||',
    why: 'A code that is not valid has no step.',
  },
  {
    file: 'server/src/modules/accounts/list-users.store.ts',
    text: 'WHERE l.id > coalesce((SELECT ledger_id FROM account_standings_until), 0)) `;',
    from: '>',
    why: 'One account more is read as it is now.',
  },
  {
    file: 'server/src/modules/recharge-requests/daily-totals.ts',
    text: 'if (since === null || until === null) return { items: [], nextCursor: null };',
    from: '||',
    why: 'Both are null, or none; the second is looked at for its type.',
  },
  {
    file: 'server/src/modules/recharge-requests/proofs.store.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of the source
    text: 'WHERE bit_count(look # :difference_hash::text::bit(64)) <= ${proofLimits.nearBits} AND request_id <> :request_id',
    from: 'AND',
    why: 'Looks at more photos; which of them are alike is decided by their grids.',
  },
  {
    file: 'server/src/modules/recharge-requests/proofs.store.ts',
    text: 'ORDER BY apart, request_id DESC LIMIT 5000) near',
    from: 'DESC',
    why: 'Which of more than 5,000 photos that are equally far are looked at.',
  },
  {
    file: 'server/src/modules/recharge-requests/find-requests.store.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a line of the source
    text: 'const bound = `ORDER BY r.created_at DESC, r.id DESC LIMIT ${countUpTo + 1}`;',
    from: 'DESC',
    why: 'Of what is counted the order is that of the index alone.',
  },
  {
    file: 'server/src/modules/pictures/jpeg-structure.ts',
    text: 'while (at + 4 <= content.length) {',
    from: '<=',
    why: 'The four bytes of a segment at the very end have no scan behind them.',
  },
  {
    file: 'server/src/modules/pictures/serve-pictures.ts',
    text: 'if (bytes <= cacheBytes) break;',
    from: '<=',
    why: 'Pictures that fill the memory to the byte.',
  },
  {
    file: 'server/src/modules/pictures/upload-picture.ts',
    text: "if (!small || !large) throw fail('PICTURE_UNREADABLE');",
    from: '||',
    why: 'Both were asked for and are there; here for their types.',
  },
  {
    file: 'server/src/modules/pictures/upload-picture.ts',
    text: "if (!small || !large) throw fail('PICTURE_UNREADABLE');",
    from: 'throw fail(',
    why: 'Both were asked for and are there; here for their types.',
  },
  {
    file: 'server/src/modules/products/offers.store.ts',
    text: 'WHERE o.id = ANY ($1) GROUP BY o.id HAVING sum(s.quantity) > 0 ORDER BY o.position, o.id`,',
    from: '>',
    why: 'An offer without codes holds no more than were shown.',
  },
  {
    file: 'server/src/modules/operations/read-health.ts',
    text: 'state: worse(disk.share < limits.diskFailedShare, disk.share < limits.diskAttentionShare),',
    from: '<',
    why: 'A share of a disk that is exactly the limit.',
  },
  {
    file: 'server/src/modules/operations/read-health.ts',
    text: 'const isOld = found === undefined || now - Date.parse(found.finishedAt) > limits.runHours * 3_600_000;',
    from: '>',
    why: 'A moment exactly so many hours later, to the millisecond.',
  },
  {
    file: 'server/src/modules/pictures/process-picture.ts',
    text: "if (end < 0) throw fail('PICTURE_UNREADABLE');",
    from: '<',
    why: 'The first line of the answer is never empty.',
  },
  {
    file: 'server/src/modules/codes/code-checks.ts',
    text: "WHERE offer_id = :offer_id AND status = 'available' AND (created_at, id) > (:after_created_at::timestamptz, :after_id::bigint)",
    from: '>',
    why: 'The last code of a batch of 1,000 is looked at again with the next one.',
  },
  {
    file: 'server/src/modules/codes/import-codes.ts',
    text: 'if (from > 0) await checkStillAdministers(tx, actor, null, codes.import.scope);',
    from: '>',
    why: 'The right of the administrator is looked at once more, at the first batch.',
  },
  {
    file: 'server/src/modules/codes/preview-import.ts',
    text: 'for (let from = 0; from < list.codes.length; from += batchSize) {',
    from: '<',
    why: 'One batch more, without a code.',
  },
  {
    file: 'server/src/modules/codes/import-codes.ts',
    text: 'for (let from = 0; from < lines.length; from += batchSize) {',
    from: '<',
    why: 'One batch more, without a code.',
  },
  {
    file: 'server/src/modules/codes/import-codes.ts',
    text: 'if (written < batch.length) await known.add(tx, fingerprints, Math.min(...ids));',
    from: '<',
    why: 'When all were written, none of them was there before.',
  },
  {
    file: 'server/src/modules/exports/filter-words.ts',
    text: "if (typeof value !== 'string' || value === '' || defaults[name]?.includes(value)) continue;",
    from: '||',
    nth: 1,
    why: 'Filters are texts; the first condition is there for its type.',
  },
  {
    file: 'server/src/modules/exports/export-list.ts',
    text: 'if (rows.length > 0) yield rows;',
    from: '>',
    why: 'No rows change neither the text nor the workbook.',
  },
  {
    file: 'server/src/modules/free-fire/create-request.ts',
    text: "if (!user) throw fail('USER_NOT_FOUND');",
    from: 'throw fail(',
    why: 'The account of a session is never deleted.',
  },
  {
    file: 'server/src/modules/free-fire/create-request.ts',
    text: "if (!offer) throw fail('FREE_FIRE_OFFER_NOT_FOUND');",
    from: 'throw fail(',
    why: 'The rules before refuse a missing offer; here for its type.',
  },
  {
    file: 'server/src/modules/accounts/copy-account-sort-keys.ts',
    text: 'WHERE u.id = a.user_id AND a.user_id IN (SELECT l.user_id FROM ledger l WHERE l.id > $1 AND l.id <= $2)`,',
    from: '>',
    why: 'Copies one account more, as it stands.',
  },
  {
    file: 'server/src/modules/accounts/copy-account-sort-keys.ts',
    text: 'WHERE u.id = a.user_id AND a.user_id IN (SELECT l.user_id FROM ledger l WHERE l.id > $1 AND l.id <= $2)`,',
    from: 'AND',
    nth: 2,
    why: 'Copies more accounts, as they stand; what has changed since is read from the accounts themselves.',
  },
  {
    file: 'server/src/modules/audit-trail/seal-actions.ts',
    text: 'const head = position === null || digest === null ? emptyChain : { position, digest };',
    from: '||',
    why: 'Both are null, or none; the second is looked at for its type.',
  },
  {
    file: 'server/src/modules/audit-trail/verify-trail.ts',
    text: '(array_agg(t.id ORDER BY t.id) FILTER (WHERE t.id < (SELECT max(row_id) FROM audit_trail_seals)',
    from: '<',
    why: 'The row of the greatest seal is not without a seal.',
  },
  {
    file: 'server/src/modules/audit-trail/verify-trail.ts',
    text: 'AND t.created_at < (SELECT max(sealed_at) FROM audit_trail_seals)',
    from: '<',
    why: 'Two moments equal to the microsecond.',
  },
  {
    file: 'server/src/modules/audit-trail/verify-trail.ts',
    text: 'this.#isBeforeBeginning &&= row.createdAt < this.#began;',
    from: '<',
    why: 'A row is sealed after it was written, so the two moments are equal to the millisecond by chance.',
  },
  {
    file: 'server/src/modules/audit-trail/verify-trail.ts',
    text: "if (row.createdAt < latest && sealedAt >= latest) this.find('rowInserted', row.id, position);",
    from: '<',
    why: 'A moment exactly two hours before another, to the millisecond.',
  },
  {
    file: 'server/src/modules/audit-trail/verify-trail.ts',
    text: "if (row.createdAt < latest && sealedAt >= latest) this.find('rowInserted', row.id, position);",
    from: '>=',
    why: 'A moment exactly two hours before another, to the millisecond.',
  },
  {
    file: 'server/src/modules/codes/decide-withheld-code.ts',
    text: 'twinProductName === null || twinOfferName === null',
    from: '||',
    why: 'Both are null, or none; the second is looked at for its type.',
  },
  {
    file: 'server/src/modules/accounts/password-policy.ts',
    text: 'if (found < wanted) from = middle + 1;',
    from: '<',
    why: 'Equal ones were answered in the line before.',
  },
  {
    file: 'server/src/modules/purchases/purchase-codes.ts',
    text: "if (purchaseId === undefined) throw fail('KEY_REUSED');",
    from: 'throw fail(',
    why: 'A key of another call is refused before. Only one that is forgotten, after 48 hours, between the sale and the look comes here.',
  },
];

export const isAccepted = (
  { id, file, text, from }: Pick<Mutation, 'id' | 'file' | 'text' | 'from'>,
  entries: readonly Accepted[] = accepted,
): boolean =>
  entries.some(
    (entry) =>
      entry.file === file &&
      entry.text === text &&
      entry.from === from &&
      (entry.nth === undefined || id.endsWith(`] ${entry.nth}`)),
  );
