import { addAdministratorTexts as texts } from '@almas/locale/operator';
import { isEmail } from '../config.ts';
import { addAdministrator } from '../modules/accounts/add-administrator.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

await runCommand(
  async ({ db, args }) => {
    const email = args.operand ?? '';
    const password = await addAdministrator({ db }, email);
    say(password === undefined ? texts.taken(email) : texts.done(email));
    if (password !== undefined) say(texts.password(password));
    return password === undefined ? 1 : 0;
  },
  {
    name: 'add-admin',
    usage: texts.usage,
    operand: 'needed',
    check: ({ operand = '' }) => (isEmail(operand) ? undefined : texts.notAnEmail(operand)),
  },
);
