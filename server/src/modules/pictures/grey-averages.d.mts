interface Size {
  readonly width: number;
  readonly height: number;
}
export function greyAverages(grey: Buffer, from: Size, to: Size): Buffer;
