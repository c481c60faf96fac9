import type { User } from '@almas/contract/accounts';
import { type NamedPerson, personName } from '@almas/contract/person-name';
import type { UserRecord } from '../../actor.ts';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';

type AlikeAccount = NonNullable<User['alike']>[number];
type AlikeRow = Omit<AlikeAccount, 'name'> & NamedPerson & { readonly of: string };

/** Shorter ones are no phone number: placeholders, which many accounts may have. */
const leastDigits = 8;
const most = 3;

const alikeOf = statement<[ids: readonly string[]], AlikeRow>(
  'accounts.alike',
  `SELECT p.id AS of, u.id, u.first_name AS "firstName", u.last_name AS "lastName", u.display_name AS "displayName", u.email,
          u.status, f.mailbox, f.phone
     FROM users p
    CROSS JOIN LATERAL (
      SELECT s.id, bool_or(s.mailbox) AS mailbox, bool_or(s.phone) AS phone FROM (
        (SELECT o.id, true AS mailbox, false AS phone FROM users o
          WHERE mailbox(o.email) = mailbox(p.email) AND o.id <> p.id LIMIT ${most})
        UNION ALL
        (SELECT o.id, false, true FROM users o
          WHERE phone_digits(o.phone) = phone_digits(p.phone) AND length(phone_digits(p.phone)) >= ${leastDigits}
            AND o.id <> p.id LIMIT ${most})) s
       GROUP BY s.id) f
     JOIN users u ON u.id = f.id
    WHERE p.id = ANY ($1::uuid[]) AND p.status <> 'active'
    ORDER BY p.id, u.created_at, u.id`,
);

/** By id of an account that is not active: the accounts with the same mailbox or phone number, at most three of each. */
export async function alikeAccounts(
  db: Queryable,
  users: readonly UserRecord[],
): Promise<ReadonlyMap<string, AlikeAccount[]>> {
  const ids = users.filter(({ status }) => status !== 'active').map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await alikeOf.all(db, ids);
  const found = new Map<string, AlikeAccount[]>();
  for (const row of rows) {
    const { id, status, mailbox, phone } = row;
    found.set(row.of, [...(found.get(row.of) ?? []), { id, name: personName(row), status, mailbox, phone }]);
  }
  return found;
}
