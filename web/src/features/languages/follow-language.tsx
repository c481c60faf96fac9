import type { Language } from '@almas/contract/languages';
import { language } from '@almas/locale/formats';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, apiQuery, useKnownFeature } from '../../platform/network/index.ts';
import { isTillDevice, useMe } from '../../platform/session/index.ts';

/** Its code is loaded where it is needed: without the switch `arabic` it is not. */
async function follow(chosen: Language, isOffered: boolean): Promise<void> {
  const release = await import('../../platform/release/load-language.ts');
  if (chosen === language) release.rememberLanguage(language);
  // When the server was asked for it before, it has no page in it.
  else if (!isOffered || release.chosenLanguage() !== chosen) await release.loadLanguage(chosen);
}

/**
 * Loads the page in the language of the account, which may have been chosen on another device. An account that has chosen none takes
 * that of this browser. A device on which cashiers sell keeps the language that was chosen on it: it follows no account, and no account
 * takes its language. Without the switch `arabic` every page is French.
 */
export function FollowLanguage() {
  const isOffered = useKnownFeature('arabic');
  const { cashier } = useMe();
  const follows = isOffered === true && !cashier && !isTillDevice();
  const { data } = useQuery({ ...apiQuery('accounts', 'language'), enabled: follows });
  /** null: the account has chosen none. undefined: it is not known yet. */
  const chosen = follows ? data?.lang : isOffered === false ? 'fr' : undefined;
  useEffect(() => {
    if (chosen) {
      // Without the code for it the page stays as it is.
      if (isOffered || language !== 'fr') void follow(chosen, isOffered === true).catch(() => undefined);
    } else if (chosen === null && language !== 'fr') {
      void api.accounts.chooseLanguage({ body: { lang: language } }).catch(() => undefined);
    }
  }, [isOffered, chosen]);
  return null;
}
