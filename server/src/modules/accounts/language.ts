import { accounts } from '@almas/contract/accounts';
import type { Language } from '@almas/contract/languages';
import * as arabicMails from '@almas/locale/ar/mails';
import * as frenchMails from '@almas/locale/mails';
import type { Queryable } from '../../database/pool.ts';
import { statement } from '../../database/statement.ts';
import { isOn } from '../../feature-switches.ts';
import { command } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';

const read = statement<[userId: string], { lang: Language | null }>(
  'accounts.read-language',
  'SELECT lang FROM users WHERE id = $1',
);
const write = statement<[userId: string, lang: Language]>(
  'accounts.write-language',
  'UPDATE users SET lang = $2 WHERE id = $1',
);

/** The language that an account has chosen; null: none yet. */
export const readLanguage = async (db: Queryable, userId: string): Promise<Language | null> =>
  (await read.first(db, userId))?.lang ?? null;

/** The e-mails in the language that the account has chosen: French while the switch `arabic` is off. */
export const mailsTo = async (services: Pick<Services, 'db' | 'features'>, userId: string) =>
  (await isOn(services, 'arabic')) && (await readLanguage(services.db, userId)) === 'ar'
    ? arabicMails
    : frenchMails;

/** Keeps the language of an account for its messages and its other devices. The browser itself remembers it in a cookie. */
export const chooseLanguage = command(accounts.chooseLanguage, {
  run: async ({ tx, actor, body: { lang } }) => {
    await write.run(tx, actor.id, lang);
    return { response: undefined, effects: {} };
  },
});
