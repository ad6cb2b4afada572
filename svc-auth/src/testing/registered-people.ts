/**
 * People who registered before a test starts. Their accounts and sessions are the same as after a registration, but
 * are created faster: without HTTP calls and e-mail, and with one password hash for all.
 */
import { createAccountStore } from '../accounts/account-store.ts'
import { accountModel } from '../accounts/accounts.model.ts'
import { createAccount } from '../accounts/create-account.ts'
import { identityModel } from '../accounts/identities.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { hashPassword } from '../accounts/password.ts'
import { createSessionStore } from '../session-store/session-store.ts'
import { readSigningKey, signToken } from '../sessions/session-token.ts'
import { startSession } from '../sessions/start-session.ts'
import { personalMembership } from '../workspaces/sync-sessions.ts'
import { person, type TestAuth } from './start.ts'

const now = () => new Date()

export type RegisteredPerson = {
  accountId: string
  email: string
  password: string
  token: string
  personalId: string
}

export type PersonFields = Partial<
  Pick<RegisteredPerson, 'email'> & Record<'firstName' | 'lastName', string>
>

/** The password of every person, so that it is hashed only once. */
const { password } = person()
let passwordHash: Promise<string> | undefined

/** Creates a person with an account and a new session. */
export async function registeredPerson(
  auth: TestAuth,
  fields: PersonFields = {},
): Promise<RegisteredPerson> {
  const { connection } = auth.mongo
  const { email } = { ...person(), ...fields }
  passwordHash ??= hashPassword(password)
  const accounts = createAccountStore(accountModel(connection), identityModel(connection))
  const account = await createAccount(
    { accounts, newId, now, requireSpace: async () => undefined },
    emailIdentity(email),
    { ...fields, email, passwordHash: await passwordHash },
  )
  if (!account) throw new Error(`${email} already has an account`)
  const { _id: accountId, workspaceId: personalId, epoch } = account
  const signingKey = readSigningKey(auth.config.SESSION_KEY, auth.config.SESSION_KEYS)
  const sessions = createSessionStore(auth.redis.client, now)
  const { token } = await startSession(
    { put: sessions.put, sign: (claims) => signToken(signingKey, claims), newId, now },
    {
      ...{
        ...personalMembership(account),
        accountId,
        epoch,
        isVerifiedPerson: false,
        way: 'password',
      },
      device: 'Unknown device',
      address: '127.0.0.1',
      place: 'Local network',
    },
  )
  return { accountId, email, password, token, personalId }
}

/** Creates an id in the service's format. */
export function newId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
}
