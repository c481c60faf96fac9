import { language } from '@almas/locale/formats';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api, apiQuery, useKnownFeature } from '../../platform/network/index.ts';
import { chosenLanguage, loadLanguage, rememberLanguage } from '../../platform/release/load-language.ts';

/**
 * Loads the page in the language of the account, which may have been chosen on another device. An account that has chosen none takes
 * that of this browser. Without the switch `arabic` every page is French.
 */
export function FollowLanguage() {
  const isOffered = useKnownFeature('arabic');
  const { data } = useQuery({ ...apiQuery('accounts', 'language'), enabled: isOffered === true });
  const chosen = data?.lang;
  useEffect(() => {
    if (isOffered === false) {
      if (language !== 'fr') void loadLanguage('fr');
    } else if (chosen) {
      if (chosen === language) rememberLanguage(language);
      // The server was asked for it before, and has no page in it.
      else if (chosenLanguage() !== chosen) void loadLanguage(chosen);
    } else if (chosen === null && language !== 'fr') {
      void api.accounts.chooseLanguage({ body: { lang: language } }).catch(() => undefined);
    }
  }, [isOffered, chosen]);
  return null;
}
