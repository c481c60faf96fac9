import * as z from 'zod';
import { Id, listOf, page, Timestamp } from './fields.ts';
import { AnnouncementInput, AnnouncementKind } from './forms.ts';
import { pages } from './page-sizes.ts';
import { route } from './route.ts';

/** What the owner tells all resellers: a new price, stock that is back, a maintenance. */
export const Announcement = z.object({
  id: Id,
  kind: AnnouncementKind,
  title: z.string(),
  message: z.string(),
  createdAt: Timestamp,
  /** By the calling account. */
  read: z.boolean(),
});
export type Announcement = z.output<typeof Announcement>;

const feature = 'announcements';

export const announcements = {
  list: route({
    method: 'GET',
    path: '/api/announcements',
    summary: 'Annonces, les récentes d’abord',
    access: 'signed-in',
    feature,
    cashier: true,
    query: z.object(page(pages.announcements)),
    response: listOf(Announcement).extend({ unread: z.int() }),
  }),
  create: route({
    method: 'POST',
    path: '/api/announcements',
    summary: 'Publier une annonce pour tous les revendeurs, aussi sur leurs appareils',
    access: 'admin',
    scope: 'settings',
    feature,
    idempotent: true,
    body: AnnouncementInput,
    response: Announcement,
    errors: ['ANNOUNCEMENT_TITLE_REQUIRED', 'ANNOUNCEMENT_MESSAGE_REQUIRED'],
  }),
  read: route({
    method: 'POST',
    path: '/api/announcements/read',
    summary: 'Marquer comme lues les annonces jusqu’à celle-ci',
    access: 'signed-in',
    feature,
    body: z.object({ id: z.string().max(100) }),
  }),
} as const;
