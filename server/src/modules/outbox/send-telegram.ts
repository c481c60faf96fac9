import type { Language } from '@almas/contract/languages';
import { chatMessage as arabicMessage } from '@almas/locale/ar/news';
import { chatMessage, type News } from '@almas/locale/news';
import type { Services } from '../../services.ts';
import type { Delivery, LeasedMessage } from './outbox.store.ts';

/** Sends a message to the administrators' chat with one call of the Bot API. @throws OutboundError */
export async function sendTelegram(
  { config, outbound }: Services,
  { id }: LeasedMessage,
  { lang, ...words }: News & { readonly lang: Language },
): Promise<Delivery> {
  const { telegram } = config;
  if (!telegram) return { status: 'dead', error: 'TELEGRAM_BOT_TOKEN is not set' };
  const response = await outbound.call({
    method: 'POST',
    // The URL contains the token: the outbound client writes no URL to errors or logs.
    url: `${telegram.url}/bot${telegram.token}/sendMessage`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      chat_id: telegram.chat,
      text: (lang === 'ar' ? arabicMessage : chatMessage)(words, id, config.publicUrl),
      link_preview_options: { is_disabled: true },
    }),
  });
  const error = `HTTP ${response.status}`;
  if (response.status === 200) return { status: 'done' };
  if (response.status === 429) return { status: 'retry', error, afterSeconds: retryAfter(response.body) };
  return { status: response.status >= 500 ? 'retry' : 'dead', error };
}

/** The seconds to wait that the Bot API returns with an error. */
function retryAfter(body: Buffer): number | undefined {
  try {
    const seconds: unknown = JSON.parse(body.toString('utf8')).parameters?.retry_after;
    return typeof seconds === 'number' ? seconds : undefined;
  } catch {
    return undefined;
  }
}
