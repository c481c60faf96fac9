import { resetPasswordTexts as texts } from '@almas/locale/operator';
import { resetAdministratorPassword } from '../modules/accounts/reset-administrator-password.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

// `--second-factor`: removes a second factor whose phone and recovery codes are lost.
await runCommand(
  async ({ db, args }) => {
    const email = args.operand?.trim() ?? '';
    const password = await resetAdministratorPassword({ db }, email, args.has('second-factor'));
    say(password === undefined ? texts.unknown(email) : texts.done(email));
    if (password !== undefined) say(texts.password(password));
    return password === undefined ? 1 : 0;
  },
  {
    name: 'reset-password',
    usage: texts.usage,
    operand: 'needed',
    flags: { 'second-factor': 'switch' },
  },
);
