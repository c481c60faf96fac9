import { news } from '@almas/locale/news';
import { OutboundError } from '../../outbound/outbound-client.ts';
import type { Services } from '../../services.ts';
import type { Delivery, LeasedMessage } from './outbox.store.ts';
import { sendTelegram } from './send-telegram.ts';
import { sendWebPush } from './send-web-push.ts';

/** Makes one attempt to deliver a message to its receiver. */
export async function deliverMessage(services: Services, message: LeasedMessage): Promise<Delivery> {
  const words = news(message.payload.type, message.payload.subject);
  if (!words) return { status: 'dead', error: 'unknown type' };
  try {
    return message.kind === 'telegram'
      ? await sendTelegram(services, message, words)
      : await sendWebPush(services, message, words);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { status: error.refused ? 'dead' : 'retry', error: error.message };
  }
}
