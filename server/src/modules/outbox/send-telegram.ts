import type { Services } from '../../services.ts';
import type { Delivery } from './outbox.store.ts';

/** Sends a text to the administrators' chat with one call of the Bot API. @throws OutboundError */
export async function sendTelegram({ config, outbound }: Services, text: string): Promise<Delivery> {
  const { telegram } = config;
  if (!telegram) return { status: 'dead', error: 'TELEGRAM_BOT_TOKEN is not set' };
  const response = await outbound.call({
    method: 'POST',
    // The URL contains the token: the outbound client writes no URL to errors or logs.
    url: `${telegram.url}/bot${telegram.token}/sendMessage`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      chat_id: telegram.chat,
      text,
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
