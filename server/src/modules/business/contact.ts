import { business } from '@almas/contract/business';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { command } from '../../pipeline/command.ts';

interface Contact {
  readonly phone: string;
  readonly hours: string;
}

const read = statement<[], Contact>(
  'business.contact',
  'SELECT contact_phone AS phone, contact_hours AS hours FROM business',
);
const write = statement<[phone: string, hours: string]>(
  'business.change-contact',
  `INSERT INTO business (contact_phone, contact_hours) VALUES ($1, $2)
   ON CONFLICT (only_row) DO UPDATE SET contact_phone = $1, contact_hours = $2`,
);

/** Whom resellers call and when, as the owner has set it; empty: not set. A restored backup of an earlier version has no row. */
export const readContact = async (db: Queryable): Promise<Contact> =>
  (await read.first(db)) ?? { phone: '', hours: '' };

export const changeContact = command(business.changeContact, {
  run: async ({ tx, body: { phone, hours } }) => {
    const before = await readContact(tx);
    await write.run(tx, phone, hours);
    return {
      response: undefined,
      effects: {
        audit: {
          action: 'business.change-contact',
          subject: { type: 'business', id: 'contact' },
          before: { ...before },
          after: { phone, hours },
        },
        events: [['everyone', { type: 'features' }]],
      },
    };
  },
});
