/** A user's own name, picture, history, data export and account deletion. */
import * as z from 'zod/mini'
import { AccountView } from './account.ts'
import { Name } from './auth.ts'
import { Branding } from './branding.ts'
import { pageOf } from './page.ts'

/**
 * The names to change: null removes a name, and an absent one stays as it is. A name stored by an earlier release may
 * contain characters that are rejected now, so a front end sends only names that were changed.
 */
export const ProfileRequest = z.strictObject({
  firstName: z.exactOptional(z.nullable(Name)),
  lastName: z.exactOptional(z.nullable(Name)),
})
export type ProfileRequest = z.infer<typeof ProfileRequest>

/** Maximum size of a picture file in bytes. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024

/** A JPEG, PNG, WebP or GIF file, as base64. */
export const PictureRequest = z.strictObject({ image: z.base64().check(z.minLength(1)) })
export type PictureRequest = z.infer<typeof PictureRequest>

/**
 * An event of the account. Its `kind` is listed in event-kinds.ts, or was added by a newer release of the service;
 * `data` contains values for its text, such as device and location.
 */
export const HistoryEvent = z.strictObject({
  id: z.string(),
  kind: z.string(),
  at: z.iso.datetime(),
  data: z.record(z.string(), z.string()),
})
export type HistoryEvent = z.infer<typeof HistoryEvent>

/** One page of the history, newest first. */
export const HistoryPage = pageOf({ events: z.array(HistoryEvent) })
export type HistoryPage = z.infer<typeof HistoryPage>

/** The phrase to type before an account is deleted. */
export const DELETION_PHRASE = 'delete my account'

/** Days between requesting the deletion and the deletion itself. */
export const DELETION_DELAY_DAYS = 14

/** The phrase must be typed to prevent accidental requests. */
export const DeletionRequest = z.strictObject({ confirmation: z.literal(DELETION_PHRASE) })
export type DeletionRequest = z.infer<typeof DeletionRequest>

/** When the account will be deleted. */
export const Deletion = z.strictObject({ deleteAt: z.iso.datetime() })
export type Deletion = z.infer<typeof Deletion>

const Timestamp = z.iso.datetime()

/** Everything stored about a person and their account, except credentials. */
export const AccountExport = z.strictObject({
  exportedAt: Timestamp,
  id: z.string(),
  account: AccountView,
  /** When the user first solved a human verification; null if the user never has. */
  humanVerifiedAt: z.nullable(Timestamp),
  /** A WebP file, as base64. */
  picture: z.nullable(z.string()),
  /** Browsers the account was used with. */
  devices: z.array(z.strictObject({ label: z.string(), firstAt: Timestamp })),
  sessions: z.array(
    z.strictObject({
      device: z.string(),
      address: z.string(),
      place: z.string(),
      way: z.string(),
      startedAt: Timestamp,
      usedAt: Timestamp,
    }),
  ),
  workspaces: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      role: z.string(),
      since: Timestamp,
      /** Missing if the workspace has set none. */
      branding: z.exactOptional(Branding),
      /** True if the user gets the replies of recipients; otherwise missing. */
      getsReplies: z.exactOptional(z.literal(true)),
    }),
  ),
  /** Newest first. */
  history: z.array(HistoryEvent),
  /** E-mails with a link; the link itself is not stored. */
  mailedLinks: z.array(
    z.strictObject({
      kind: z.string(),
      to: z.string(),
      createdAt: Timestamp,
      expiresAt: Timestamp,
    }),
  ),
  /** Each other service's data about the user, by the service's name; every record has a `kind`. */
  services: z.record(z.string(), z.array(z.looseObject({ kind: z.string() }))),
})
export type AccountExport = z.infer<typeof AccountExport>
