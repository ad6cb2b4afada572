/** For each call about the account itself, a valid and an invalid input. */
import { accountCalls } from '@inkproof/protocol/calls/accounts'
import { captchaCalls } from '@inkproof/protocol/calls/captcha'
import { deletionCalls, scheduleDeletion } from '@inkproof/protocol/calls/deletion'
import { changeEmail, emailCalls } from '@inkproof/protocol/calls/emails'
import { historyCalls } from '@inkproof/protocol/calls/history'
import { mailCalls, sendTestEmail } from '@inkproof/protocol/calls/mail'
import { authDescriptions } from '@inkproof/protocol/calls/openapi'
import { profileCalls, setPicture } from '@inkproof/protocol/calls/profile'
import { sessionCalls } from '@inkproof/protocol/calls/sessions'
import { login } from '@inkproof/protocol/calls/sign-in'
import { verificationCalls } from '@inkproof/protocol/calls/verification'
import { DELETION_PHRASE } from '@inkproof/protocol/profile'
import { newPerson } from '../support/steps.ts'
import { samplesOf, withoutInput, withSession } from './sample.ts'
import { waitForMailedSecret } from './secrets.ts'
import type { Person, World } from './world.ts'

/** A red PNG of one pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const CONFIRMED = { confirmation: DELETION_PHRASE } as const

/** Returns the kind and the token of the confirmation link that a new user receives by e-mail. */
const waitForConfirmationToken = async ({ email }: Person) =>
  ({ kind: 'confirm-email', token: await waitForMailedSecret(email, 'confirm-email') }) as const

/** Sets the picture of a new user; returns the user's token and the picture's URL. */
async function createPersonWithPicture({ call, newPerson: register }: World) {
  const { token: as } = await register()
  const { user } = await call(setPicture, { as, body: { image: PICTURE } })
  return { as, url: String(user.profileImageUrl) }
}

/** Signs in a new user a second time; returns the token of the first session and the id of the second. */
async function createPersonWithTwoSessions({
  call,
  newPerson: register,
  solveVerification,
}: World) {
  const { email, password, token: as, headers } = await register()
  const turnstileToken = await solveVerification({ headers })
  const { token } = await call(login, { headers, body: { email, password, turnstileToken } })
  const claims = Buffer.from(token.split('.')[1], 'base64url').toString()
  return { as, id: String(JSON.parse(claims).sid) }
}

/** Samples for the calls of svc-auth about the account itself. */
export const ACCOUNT_SAMPLES = [
  samplesOf(accountCalls, { showMe: withSession, showAccount: withSession }),
  samplesOf(captchaCalls, { showCaptcha: withoutInput }),
  samplesOf(authDescriptions, { describeAuthCalls: withoutInput }),
  samplesOf(historyCalls, {
    listHistory: {
      valid: () => ({}),
      invalid: () => ({ query: { before: 'x'.repeat(301) } }),
      code: 'INVALID_INPUT',
    },
  }),
  samplesOf(deletionCalls, {
    scheduleDeletion: {
      valid: async (world) => ({
        as: (await world.newPerson()).token,
        body: CONFIRMED,
      }),
      invalid: () => ({ body: { confirmation: 'yes' } }),
      code: 'INVALID_INPUT',
    },
    cancelDeletion: {
      valid: async ({ call, newPerson: register }) => {
        const { token: as } = await register()
        await call(scheduleDeletion, { as, body: CONFIRMED })
        return { as }
      },
      invalid: () => ({ as: null }),
      code: 'SIGN_IN_REQUIRED',
    },
  }),
  samplesOf(emailCalls, {
    showEmail: withSession,
    changeEmail: {
      valid: () => ({ body: { email: newPerson().email } }),
      invalid: () => ({ body: { email: 'x' } }),
      code: 'INVALID_INPUT',
    },
    cancelEmailChange: {
      valid: async ({ call, newPerson: register }) => {
        const { token: as } = await register()
        await call(changeEmail, { as, body: { email: newPerson().email } })
        return { as }
      },
      invalid: () => ({ as: null }),
      code: 'SIGN_IN_REQUIRED',
    },
    sendEmailConfirmation: withSession,
    checkEmailLink: {
      valid: async (world) => ({ body: await waitForConfirmationToken(await world.newPerson()) }),
      invalid: () => ({ body: { kind: 'confirm-email', token: 'x' } }),
      code: 'LINK_UNKNOWN',
    },
    applyEmailLink: {
      valid: async (world) => {
        const person = await world.newPerson()
        return { as: person.token, body: await waitForConfirmationToken(person) }
      },
      invalid: () => ({ body: { kind: 'another', token: 'x' } }),
      code: 'INVALID_INPUT',
    },
  }),
  samplesOf(mailCalls, {
    listSentEmails: withSession,
    sendTestEmail: withSession,
    showTestEmail: {
      valid: async ({ call, token: as }) => {
        const { id } = await call(sendTestEmail, { as })
        return { params: { id: String(id) } }
      },
      invalid: () => ({ params: { id: 'x' } }),
      code: 'NOT_FOUND',
    },
  }),
  samplesOf(profileCalls, {
    changeProfile: {
      valid: () => ({ body: { firstName: 'Ada', lastName: null } }),
      invalid: () => ({ body: { firstName: 'Ada\u202e' } }),
      code: 'INVALID_INPUT',
    },
    setPicture: {
      valid: () => ({ body: { image: PICTURE } }),
      invalid: () => ({ body: { image: 'AAAA' } }),
      code: 'PICTURE_REFUSED',
    },
    removePicture: {
      valid: async (world) => ({ as: (await createPersonWithPicture(world)).as }),
      invalid: () => ({ as: null }),
      code: 'SIGN_IN_REQUIRED',
    },
    showPicture: {
      valid: async (world) => ({
        params: { id: (await createPersonWithPicture(world)).url.split('/').at(-1) ?? '' },
      }),
      invalid: () => ({ params: { id: 'x' } }),
      code: 'NOT_FOUND',
    },
    exportAccount: withSession,
  }),
  samplesOf(verificationCalls, {
    showVerification: withSession,
    verifyPerson: {
      valid: async (world) => {
        const { token: as, headers } = await world.newPerson()
        return { as, headers, body: { turnstileToken: await world.solveVerification({ headers }) } }
      },
      invalid: async (world) => ({
        as: (await world.newPerson()).token,
        body: { turnstileToken: 'x' },
      }),
      code: 'VERIFICATION_FAILED',
    },
  }),
  samplesOf(sessionCalls, {
    listSessions: withSession,
    endSession: {
      valid: async (world) => {
        const { as, id } = await createPersonWithTwoSessions(world)
        return { as, params: { id } }
      },
      invalid: () => ({ params: { id: 'x' } }),
      code: 'ITEM_NOT_FOUND',
    },
    endOtherSessions: {
      valid: async (world) => ({ as: (await createPersonWithTwoSessions(world)).as }),
      invalid: () => ({ as: null }),
      code: 'SIGN_IN_REQUIRED',
    },
    logout: {
      valid: async (world) => ({ as: (await world.newPerson()).token }),
      invalid: () => ({ as: null }),
      code: 'SIGN_IN_REQUIRED',
    },
  }),
]
