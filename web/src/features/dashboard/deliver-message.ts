/**
 * Only waits, as SPEC §2 says: no server call is made and nobody receives the message (AMB-29). The extension
 * `contact-delivery` puts a real delivery in this place (AMB-87).
 */
export const deliverMessage = (_message: string, milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
