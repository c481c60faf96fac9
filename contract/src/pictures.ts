import * as z from 'zod';
import { bodySizes } from './limits.ts';
import { route } from './route.ts';

export const pictures = {
  upload: route({
    method: 'POST',
    path: '/api/pictures',
    summary:
      'Téléverser une image (JPEG, PNG, WebP, AVIF, première image d’un GIF) : le corps est le fichier, 8 Mo au plus',
    access: 'admin',
    scope: 'prices',
    long: true,
    bodyBytes: bodySizes.picture,
    pictureBody: true,
    response: z.object({
      /** What a product takes as its `imageUrl`. */
      address: z.string(),
      width: z.int(),
      height: z.int(),
    }),
    errors: [
      'UNSUPPORTED_MEDIA_TYPE',
      'TOO_LARGE',
      'PICTURE_FORMAT',
      'PICTURE_UNREADABLE',
      'PICTURE_TOO_MANY_PIXELS',
    ],
  }),
} as const;
