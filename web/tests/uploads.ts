import type { Answered, FakeApi } from './api.ts';

/** The photos that a dialog of recharge requests sends, in order; each is under way until the test answers it. */
export function heldPhotos(screen: FakeApi) {
  const held: { answer(value: Answered<'rechargeRequests.sendProof'>): void }[] = [];
  screen.answer({
    'rechargeRequests.sendProof': () => new Promise((answer) => void held.push({ answer })),
  });
  return held;
}

/** A picture as the camera or the clipboard holds it. */
export async function pictureFile(name = 'preuve.png', width = 8, height = 8): Promise<File> {
  const content = new OffscreenCanvas(width, height);
  content.getContext('2d')?.fillRect(0, 0, width, height);
  return new File([await content.convertToBlob()], name, { type: 'image/png' });
}
