import { pictures } from '@almas/contract/pictures';
import { type ServedGroup, serveGroup } from '../../http/serve.ts';
import type { Services } from '../../services.ts';
import { uploadPicture } from './upload-picture.ts';

export const pictureRoutes = (services: Services): ServedGroup =>
  serveGroup(pictures, {
    upload: async ({ actor, origin, request }) => uploadPicture(services, actor, origin, request.body),
  });
