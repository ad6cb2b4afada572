/** One's own name, picture, history, data and the account's end. */
import * as z from 'zod/mini'
import { AccountView } from './account.ts'
import { Name } from './auth.ts'
import { pageOf } from './page.ts'

/** Both names as they are to be; null takes one away. */
export const ProfileRequest = z.strictObject({
  firstName: z.nullable(Name),
  lastName: z.nullable(Name),
})
export type ProfileRequest = z.infer<typeof ProfileRequest>

/** The largest picture taken, in bytes of the file. */
export const MAX_PICTURE_BYTES = 5 * 1024 * 1024

/** A JPEG, PNG, WebP or GIF file, as base64. */
export const PictureRequest = z.strictObject({ image: z.base64().check(z.minLength(1)) })
export type PictureRequest = z.infer<typeof PictureRequest>

/** Something that happened to the account; `data` holds words for it, such as device and place. */
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

/** What has to be typed before an account goes. */
export const DELETION_PHRASE = 'delete my account'

/** Days between asking for the account's end and its end. */
export const DELETION_DELAY_DAYS = 14

/** The phrase is typed, so that nobody asks for it by a slip. */
export const DeletionRequest = z.strictObject({ confirmation: z.literal(DELETION_PHRASE) })
export type DeletionRequest = z.infer<typeof DeletionRequest>

/** When the account goes. */
export const Deletion = z.strictObject({ deleteAt: z.iso.datetime() })
export type Deletion = z.infer<typeof Deletion>

const At = z.iso.datetime()

/** Everything kept about a person with their account, without anything that opens it. */
export const AccountExport = z.strictObject({
  exportedAt: At,
  id: z.string(),
  account: AccountView,
  /** Base64 of a WebP file. */
  picture: z.nullable(z.string()),
  /** Browsers the account was used with. */
  devices: z.array(z.strictObject({ label: z.string(), firstAt: At })),
  sessions: z.array(
    z.strictObject({
      device: z.string(),
      address: z.string(),
      place: z.string(),
      way: z.string(),
      startedAt: At,
      usedAt: At,
    }),
  ),
  workspaces: z.array(
    z.strictObject({ id: z.string(), name: z.string(), role: z.string(), since: At }),
  ),
  /** Newest first. */
  history: z.array(HistoryEvent),
  /** Mails with a link; the link itself is not kept. */
  mailedLinks: z.array(
    z.strictObject({ kind: z.string(), to: z.string(), createdAt: At, expiresAt: At }),
  ),
  /** What each of the other services keeps about the person, by its name; every record says its `kind`. */
  services: z.record(z.string(), z.array(z.looseObject({ kind: z.string() }))),
})
export type AccountExport = z.infer<typeof AccountExport>
