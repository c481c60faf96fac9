import { language } from '@almas/locale/formats';
import { languages as words } from '@almas/locale/screens/languages';
import type { ReactNode } from 'react';
import { useToasts } from '../../lib/use-toasts.ts';
import { api, useAction } from '../../platform/network/index.ts';
import { loadLanguage } from '../../platform/release/load-language.ts';
import { signedInId } from '../../platform/session/index.ts';

const other = language === 'ar' ? 'fr' : 'ar';

interface LanguageSwitchProps {
  readonly role?: 'menuitem';
  readonly className: string;
  readonly children?: ReactNode;
}

/** Loads the page in the other language, and keeps it for the account. */
export default function LanguageSwitch({ role, className, children }: LanguageSwitchProps) {
  const { say } = useToasts();
  const load = async () => {
    if (!(await loadLanguage(other))) say.info(words.later);
  };
  const { run, busy } = useAction(
    async () => {
      if (signedInId()) await api.accounts.chooseLanguage({ body: { lang: other } });
    },
    { failure: words.failed, onDone: () => void load() },
  );
  return (
    <button type="button" role={role} className={className} disabled={busy} onClick={() => void run()}>
      {children}
      <span lang={other}>{words.other}</span>
    </button>
  );
}
