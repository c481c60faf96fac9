import { setTheme } from '../src/lib/color-scheme.ts';
import { watchUserActivity } from '../src/platform/network/index.ts';
import { keepInstallPrompt } from '../src/platform/release/index.ts';
import { followSession } from '../src/platform/session/index.ts';
import { holdEnterOnce, watchPresses } from '../src/ui/slips.ts';

// What the application listens to from its start (src/main.tsx), once for all tests of the page.
setTheme('auto');
followSession();
watchUserActivity();
keepInstallPrompt();
watchPresses();
holdEnterOnce();
