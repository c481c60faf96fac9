import { announcements } from '@almas/contract/announcements';
import type { ServedGroup } from '../../http/serve.ts';
import { serveRoutes } from '../../pipeline/command.ts';
import type { Services } from '../../services.ts';
import { listAnnouncements } from './list-announcements.ts';
import { readAnnouncements } from './read-announcements.ts';
import { createAnnouncement } from './write-announcement.ts';

/** What the owner tells all resellers (switch `announcements`). */
export const announcementRoutes = (services: Services): ServedGroup =>
  serveRoutes(services, announcements, {
    list: ({ actor, query }) => listAnnouncements(services.db, actor.id, query),
    create: createAnnouncement,
    read: readAnnouncements,
  });
