import { limits } from '@almas/contract/limits';
import { api } from '../../lib/api.ts';
import { hasExtension } from '../../lib/configuration.ts';

const simulatedCall = () =>
  new Promise<void>((resolve) => setTimeout(resolve, limits.simulatedCallMilliseconds));

/**
 * Only waits, as the specification says: no server call is made and the message is not delivered (AMB-29). The extension
 * `contact-delivery` sends it to the administrators (AMB-87).
 */
export async function deliverMessage(message: string): Promise<void> {
  if (await hasExtension('contact-delivery')) await api.contact.send({ body: { message } });
  else await simulatedCall();
}
