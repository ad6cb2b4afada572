/**
 * People who registered before a test begins: their accounts and sessions as created by registering, made by the
 * same functions without calls, password hashing and e-mail.
 */
import { accountStore } from '../accounts/account-store.ts'
import { accountModel } from '../accounts/accounts.model.ts'
import { createAccount } from '../accounts/create-account.ts'
import { identityModel } from '../accounts/identities.model.ts'
import { emailIdentity } from '../accounts/identities.ts'
import { hashPassword } from '../accounts/password.ts'
import { redisSessions } from '../session-store/session-store.ts'
import { readSigningKey, signToken } from '../sessions/session-token.ts'
import { startSession } from '../sessions/start-session.ts'
import { personalMembership } from '../workspaces/sync-sessions.ts'
import { person, type TestAuth } from './start.ts'

const now = () => new Date()

export type Known = {
  accountId: string
  email: string
  password: string
  token: string
  personalId: string
}

export type Given = Partial<Pick<Known, 'email'> & Record<'firstName' | 'lastName', string>>

/** All have the same password, so that it is hashed only once. */
const { password } = person()
let hashing: Promise<string> | undefined

/** Creates a person with an account and a new session. */
export async function knownPerson(auth: TestAuth, given: Given = {}): Promise<Known> {
  const { connection } = auth.mongo
  const { email } = { ...person(), ...given }
  hashing ??= hashPassword(password)
  const accounts = accountStore(accountModel(connection), identityModel(connection))
  const account = await createAccount({ accounts, newId, now }, emailIdentity(email), {
    ...{ ...given, email, passwordHash: await hashing },
  })
  if (!account) throw new Error(`${email} has an account`)
  const { _id: accountId, workspaceId: personalId, epoch } = account
  const signing = readSigningKey(auth.config.SESSION_KEY, auth.config.SESSION_KEYS)
  const sessions = redisSessions(auth.redis.client, now)
  const { token } = await startSession(
    { put: sessions.put, sign: (claims) => signToken(signing, claims), newId, now },
    {
      ...{ ...personalMembership(account), accountId, epoch, way: 'password' },
      device: 'Unknown device',
      address: '127.0.0.1',
      place: 'Local network',
    },
  )
  return { accountId, email, password, token, personalId }
}

/** In the format of the service's ids. */
export function newId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
}
