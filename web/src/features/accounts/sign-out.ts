import { shell } from '@almas/locale/screens/shell';
import { toastsOf } from '../../lib/toast-store.ts';
import { messageOf } from '../../platform/network/index.ts';
import { signOut } from '../../platform/session/index.ts';

const say = toastsOf('sign-out');

/** Ends the session, or says why it could not be ended. */
export const signOutWithToast = () =>
  signOut().catch((error: unknown) => say.error(messageOf(error, shell.signOutFailed)));
