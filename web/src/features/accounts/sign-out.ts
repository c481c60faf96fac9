import { shell } from '@almas/locale/screens/shell';
import { messageOf } from '../../lib/api-errors.ts';
import { signOut } from '../../lib/session.ts';
import { toastsOf } from '../../lib/toast-store.ts';

const say = toastsOf('sign-out');

/** Ends the session, or says why it could not be ended. */
export const signOutWithToast = () =>
  signOut().catch((error: unknown) => say.error(messageOf(error, shell.signOutFailed)));
