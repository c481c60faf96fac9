import { endSessionsTexts as texts } from '@almas/locale/operator';
import { endAllSessions, endSessionsByEmail } from '../modules/accounts/end-sessions-as-operator.ts';
import { say } from '../runtime/say.ts';
import { runCommand } from './run-command.ts';

await runCommand(
  async ({ db, args }) => {
    const email = args.operand?.trim();
    const ended =
      email === undefined ? await endAllSessions({ db }) : await endSessionsByEmail({ db }, email);
    say(ended === undefined ? texts.unknown(email ?? '') : texts.done(ended));
    return ended === undefined ? 1 : 0;
  },
  {
    name: 'end-sessions',
    usage: texts.usage,
    operand: 'optional',
    flags: { all: 'switch' },
    // Signs all accounts out only with an explicit `--all`.
    check: (args) => (args.has('all') === (args.operand === undefined) ? undefined : texts.either),
  },
);
