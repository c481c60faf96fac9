import { proofLimits } from '@almas/contract/limits';

/** JPEG qualities at which a receipt is readable; the next one is used while the file is too large. */
const qualities = [0.8, 0.65, 0.5];

/** The photo drawn to a canvas, which drops the metadata of the file. */
function drawn(photo: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(photo.width * scale));
  canvas.height = Math.max(1, Math.round(photo.height * scale));
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  // Transparent parts of a screenshot become white, not black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const toJpeg = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no JPEG'))), 'image/jpeg', quality);
  });

/**
 * The JPEG without the metadata segments that some browsers write (their own EXIF, comments): the tables, the
 * frame and a colour profile stay.
 */
async function withoutMetadata(jpeg: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await jpeg.arrayBuffer());
  const parts: Uint8Array<ArrayBuffer>[] = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    // The image data, to the end.
    if (marker === 0xda) break;
    const end = at + 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
    const isMetadata = marker === 0xfe || (marker > 0xe0 && marker <= 0xef && marker !== 0xe2);
    if (!isMetadata) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return new Blob([...parts, bytes.subarray(at)], { type: 'image/jpeg' });
}

/**
 * The photo of a receipt as it is sent: upright, at most 1.92 million pixels and 300 kB, without its position or camera.
 * @throws when the browser cannot read the file as a picture
 */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const photo = await createImageBitmap(file);
  try {
    const fitting = Math.sqrt(proofLimits.area / (photo.width * photo.height));
    for (let scale = Math.min(1, fitting); ; scale *= 0.75) {
      const canvas = drawn(photo, scale);
      for (const quality of qualities) {
        const jpeg = await withoutMetadata(await toJpeg(canvas, quality));
        if (jpeg.size <= proofLimits.sentBytes) return jpeg;
      }
    }
  } finally {
    photo.close();
  }
}
