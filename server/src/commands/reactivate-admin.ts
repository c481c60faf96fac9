import { reactivateAdministratorTexts as texts } from '@almas/locale/operator';
import { reactivateAdministrator } from '../modules/accounts/add-administrator.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

await runCommand(
  async ({ db, args }) => {
    const email = args.operand?.trim() ?? '';
    const outcome = await reactivateAdministrator({ db }, email);
    say(texts[outcome](email));
    return outcome === 'unknown' ? 1 : 0;
  },
  { name: 'reactivate-admin', usage: texts.usage, operand: 'needed' },
);
