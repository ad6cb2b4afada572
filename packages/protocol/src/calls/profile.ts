/** The calls about the name and the picture of a person, and the export of their data. */
import * as z from 'zod/mini'
import { Me } from '../auth.ts'
import { bytes, type CallLimit, defineCall } from '../call.ts'
import { AccountExport, MAX_PICTURE_BYTES, PictureRequest, ProfileRequest } from '../profile.ts'

const TAG = 'Profile'
const hourly = { windowSeconds: 60 * 60, whenRedisFails: 'closed' } as const

/** For changes that are inexpensive to process. */
const CHANGE_LIMIT: CallLimit = { name: 'profile-names', max: 60, ...hourly, by: 'account' }

export const changeProfile = defineCall({
  method: 'PATCH',
  path: '/api/auth/profile',
  summary: 'Changes your first name, last name or both; null removes one.',
  tag: TAG,
  access: 'session',
  limit: CHANGE_LIMIT,
  body: ProfileRequest,
  responses: { 200: Me },
  console: {
    body: { firstName: null, lastName: null },
    effect: 'Changes your name everywhere.',
    after: 'changes-user',
  },
})

export const setPicture = defineCall({
  method: 'PUT',
  path: '/api/auth/profile/picture',
  summary: 'Sets your picture: a JPEG, PNG, WebP or GIF file as base64.',
  tag: TAG,
  access: 'session',
  limit: [
    // Each upload starts a process.
    { name: 'profile-picture', max: 30, ...hourly, by: 'account' },
    // Also limits many accounts at one IP address.
    { name: 'profile-picture-from', max: 120, ...hourly, by: 'ip' },
  ],
  body: PictureRequest,
  // Base64 takes four characters for three bytes; the rest is the JSON around it.
  bodyBytes: Math.ceil(MAX_PICTURE_BYTES / 3) * 4 + 1_024,
  responses: { 200: Me },
  errors: ['PICTURE_REFUSED'],
  errorFields: { PICTURE_REFUSED: ['image'] },
  console: { body: { image: '' }, effect: 'Replaces your picture.', after: 'changes-user' },
})

export const removePicture = defineCall({
  method: 'DELETE',
  path: '/api/auth/profile/picture',
  summary: 'Removes your picture.',
  tag: TAG,
  access: 'session',
  limit: CHANGE_LIMIT,
  responses: { 200: Me },
  console: { effect: 'Your initials are shown instead.', after: 'changes-user' },
})

export const showPicture = defineCall({
  method: 'GET',
  path: '/api/auth/pictures/:id',
  summary: 'Returns a picture of 256 by 256 pixels, to anyone who knows its id.',
  tag: TAG,
  access: 'anyone',
  params: z.strictObject({ id: z.string().check(z.regex(/^[\w-]{22}$/)) }),
  unknownParams: 'NOT_FOUND',
  responses: { 200: bytes('image/webp') },
  errors: ['NOT_FOUND'],
  cache: 'private, max-age=31536000, immutable',
})

export const exportAccount = defineCall({
  method: 'GET',
  path: '/api/auth/export',
  summary: 'Returns everything that is stored about you.',
  tag: TAG,
  access: 'reauthenticated',
  // Each export reads all data of the account.
  limit: { name: 'profile-export', max: 10, ...hourly, by: 'account' },
  responses: { 200: AccountExport },
  errors: ['EXPORT_TOO_LARGE'],
})

/** The name and the picture of a person, and the export of their data. */
export const profileCalls = {
  changeProfile,
  setPicture,
  removePicture,
  showPicture,
  exportAccount,
}
