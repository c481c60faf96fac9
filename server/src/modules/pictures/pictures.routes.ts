import { pictures } from '@almas/contract/pictures';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { uploadPicture } from './upload-picture.ts';

export const pictureRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, pictures, { upload: uploadPicture });
