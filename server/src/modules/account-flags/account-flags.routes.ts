import { accountFlags } from '@almas/contract/account-flags';
import { fail } from '../../app-error.ts';
import type { ServedGroup } from '../../http/serve.ts';
import { parseIdOrZero } from '../../ids.ts';
import { command, nothingChanged, serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { flagsStore, presentFlag } from './account-flags.store.ts';
import { listFlags } from './list-flags.ts';

/** The first person who looks is recorded. @throws AppError FLAG_NOT_FOUND */
const seeFlag = command(accountFlags.see, {
  run: async ({ tx, actor, params }) => {
    const id = parseIdOrZero(params.id);
    const seen = await flagsStore.see.run(tx, id, actor.id);
    const flag = await flagsStore.byId.first(tx, id);
    if (!flag) throw fail('FLAG_NOT_FOUND');
    return {
      response: presentFlag(flag),
      effects: {
        audit:
          seen === 0
            ? nothingChanged
            : {
                action: 'user.see-flag',
                subject: { type: 'user', id: flag.userId, name: flag.userName },
                after: { flag: flag.kind },
              },
        events: seen === 0 ? [] : [[{ role: 'admin' }, { type: 'requests' }]],
      },
    };
  },
});

/** What a person should look at. */
export const accountFlagRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, accountFlags, {
    list: ({ query }) => listFlags(services.db, query),
    see: seeFlag,
  });
