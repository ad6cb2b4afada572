/** A complete svc-signing, the services that it calls, real stores, and people who use it, for tests. */
import { randomBytes } from 'node:crypto'
import { fileStorageVariables } from '@inkproof/file-storage/testing/file-storage'
import { startSmtpServer } from '@inkproof/messages/testing/smtp-server'
import {
  createInstallationAuthority,
  readInstallationAuthority,
} from '@inkproof/pdf-signing/installation-authority'
import { KINDS } from '@inkproof/proof/leaf'
import type { SessionRecord } from '@inkproof/protocol/auth'
import { createLog } from '@inkproof/service-kit/log'
import { openMongo } from '@inkproof/service-kit/mongo'
import { createServiceClient } from '@inkproof/service-kit/service-client'
import { testDatabase } from '@inkproof/service-kit/testing/fixture'
import { AS_OPERATOR, MONITORING_TOKEN } from '@inkproof/service-kit/testing/operator'
import { testIdentity } from '@inkproof/service-kit/testing/service-identity'
import { startTcpProxy } from '@inkproof/service-kit/testing/tcp-proxy'
import { accountModel } from '../../../svc-auth/src/accounts/accounts.model.ts'
import { createWorkspacePeople } from '../../../svc-auth/src/testing/workspace-people.ts'
import { readConfig } from '../config.ts'
import { startSigning } from '../start.ts'
import { startOtherServices } from './other-services.ts'
import { pdfProgram } from './pdf-program.ts'

/** Other people use an installation at this address, so it requires verified people. */
const PUBLIC_ORIGIN = 'https://sign.example.com'
const ENVELOPES_A_DAY = 1

export type SigningService = Awaited<ReturnType<typeof startSigningService>>

/** A session of a person in a workspace. */
export type Caller = { accountId: string; workspaceId: string; token: string; email: string }

/** @param now the clock of svc-signing */
export async function startSigningService(now = () => new Date()) {
  const other = await startOtherServices()
  const { documents, auth, keys } = other
  const documentsProxy = await startTcpProxy(new URL(`http://127.0.0.1:${documents.api.port}`))
  const { authority } = await createInstallationAuthority(
    'Inkproof',
    `${PUBLIC_ORIGIN}/api/v1/signing-authority/root.crl`,
    new Date(),
  )
  const { env } = documents.installation
  const smtp = await startSmtpServer()
  const config = readConfig({
    ...{ PORT: '0', HOST: '127.0.0.1', PUBLIC_ORIGIN, MONITORING_TOKEN },
    MONGO_URL: testDatabase('signing'),
    REDIS_URL: env.api['REDIS_URL'],
    SESSION_KEYS: env.api['SESSION_KEYS'],
    // Only fault tests need the time limits of production; processes start slowly on a busy machine.
    STORE_TIMEOUT_FACTOR: '10',
    SERVICE_KEY: keys.keyOf('svc-signing'),
    SERVICE_KEYS: keys.publicJwks,
    URL_SVC_AUTH: auth.origin,
    URL_SVC_DOCUMENTS: documentsProxy.url.replace(/\/$/, ''),
    SIGNING_AUTHORITY: authority,
    ENVELOPES_A_DAY: String(ENVELOPES_A_DAY),
    SMTP_URL: smtp.url,
    INVITATION_KEYS: newInvitationKey(),
    ...(await fileStorageVariables()),
  })
  const lines: string[] = []
  const log = createLog('svc-signing', 'debug', { write: (line) => void lines.push(line) })
  const service = await startSigning(config, log, { now, pdfProgram: pdfProgram() })
  await service.ready
  const origin = `http://127.0.0.1:${service.port}`
  const silent = createLog('test', 'silent')
  const mongo = openMongo(config.MONGO_URL, silent, 10)
  const documentsMongo = openMongo(env.api['MONGO_URL'] ?? '', silent, 10)
  await Promise.all([mongo.prepare(), documentsMongo.prepare()])
  const people = createWorkspacePeople(auth)

  async function signIn(
    person: Omit<Caller, 'token'>,
    as: Partial<SessionRecord> = {},
  ): Promise<Caller> {
    const { accountId, workspaceId } = person
    const session = { accountId, workspaceId, isVerifiedPerson: true, ...as }
    return { ...person, token: await documents.installation.signIn(session) }
  }

  async function confirmAddress({ accountId }: Pick<Caller, 'accountId'>): Promise<void> {
    const confirmed = { emailConfirmedAt: new Date() }
    await accountModel(auth.mongo.connection).updateOne({ _id: accountId }, confirmed)
  }

  return {
    other,
    documentsProxy,
    origin,
    /** The lines of the log. */
    lines,
    /** Receives the e-mails of svc-signing. */
    smtp,
    connection: mongo.connection,
    /** The number of steps in the public record, which also has entries about itself. */
    countSteps: async () => {
      const entries = documentsMongo.connection.collection<{ bytes: { buffer: Uint8Array } }>(
        'entries',
      )
      const kinds = (await entries.find().toArray()).map(({ bytes }) => bytes.buffer[1])
      return kinds.filter((kind) => kind === KINDS.event || kind === KINDS.revoked).length
    },
    /** DER of the certificate that verifiers trust. */
    root: readInstallationAuthority(authority, PUBLIC_ORIGIN, new Date()).root,
    /** The internal calls of svc-auth. */
    asAuth: createServiceClient(testIdentity(keys, 'svc-auth'), new Map([['svc-signing', origin]])),
    signIn,
    confirmAddress,
    /** Creates a person, and their session in their own workspace. */
    newPerson: async ({ isConfirmed = true } = {}): Promise<Caller> => {
      const { accountId, email, personalId } = await people.newPerson()
      if (isConfirmed) await confirmAddress({ accountId })
      return signIn({ accountId, email, workspaceId: personalId })
    },
    request: (
      method: string,
      path: string,
      token: string | undefined,
      body?: { json: unknown } | { file: Uint8Array; type?: string },
    ): Promise<Response> =>
      fetch(`${origin}/api/v1/envelopes${path}`, {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body && {
            'content-type': 'json' in body ? 'application/json' : (body.type ?? 'application/pdf'),
          }),
        },
        ...(body && {
          body: 'json' in body ? JSON.stringify(body.json) : new Uint8Array(body.file),
        }),
      }),
    metrics: async () => (await fetch(`${origin}/metrics`, AS_OPERATOR)).text(),
    stop: async () => {
      await service.stop()
      await smtp.close()
      await mongo.connection.dropDatabase()
      await Promise.all([mongo.close(), documentsMongo.close()])
      await documentsProxy.close()
      await other.stop()
    },
  }
}

/** Returns a key in the format of INVITATION_KEYS. */
export function newInvitationKey(): string {
  return `test.${randomBytes(32).toString('base64url')}`
}
