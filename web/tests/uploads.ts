import { vi } from 'vitest';

interface Upload {
  readonly path: string;
  readonly body: Blob;
  /** Responds to it. */
  answer(status: number, body: object): void;
}

/** The uploads that the screen of a test sends, in order; each is under way until the test answers it. */
export function fakeUploads(): readonly Upload[] {
  const sent: Upload[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = 0;
      responseText = '';
      path = '';
      onload: () => void = () => undefined;
      open(_method: string, path: string) {
        this.path = path;
      }
      setRequestHeader() {}
      abort() {}
      send(body: Blob) {
        const answer = (status: number, response: object) => {
          this.status = status;
          this.responseText = JSON.stringify(response);
          this.onload();
        };
        sent.push({ path: this.path, body, answer });
      }
    },
  );
  return sent;
}

/** A picture as the camera or the clipboard holds it. */
export async function pictureFile(name = 'preuve.png', width = 8, height = 8): Promise<File> {
  const content = new OffscreenCanvas(width, height);
  content.getContext('2d')?.fillRect(0, 0, width, height);
  return new File([await content.convertToBlob()], name, { type: 'image/png' });
}
