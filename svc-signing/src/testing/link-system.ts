/** Started requests in a real database, their e-mails, and an SMTP server, for tests of links and e-mails. */
import { randomBytes } from 'node:crypto'
import { createMessages } from '@inkproof/messages/messages'
import { startSmtpServer, type TestSmtpServer } from '@inkproof/messages/testing/smtp-server'
import type { ShownBranding } from '@inkproof/protocol/branding'
import { createLog } from '@inkproof/service-kit/log'
import { createMetrics } from '@inkproof/service-kit/metrics'
import { openMongo } from '@inkproof/service-kit/mongo'
import { redisEnv } from '@inkproof/service-kit/redis-settings'
import { sharedServiceUrl, testDatabase, until } from '@inkproof/service-kit/testing/fixture'
import { z } from 'zod'
import { envelopeStore } from '../envelopes/envelope-store.ts'
import {
  type EnvelopeRow,
  envelopeModel,
  type RecipientRow,
  type RequestRow,
} from '../envelopes/envelopes.model.ts'
import { createLinkSecrets } from '../link-secrets/link-secrets.ts'
import { createMails } from '../mails/create-mails.ts'
import { signingMailModel } from '../mails/signing-mails.model.ts'

export const ORIGIN = 'https://sign.example.com'
const DAY_MS = 24 * 60 * 60 * 1_000

export const newId = () => randomBytes(16).toString('base64url')

export type LinkSystem = Awaited<ReturnType<typeof openLinkSystem>>

export async function openLinkSystem() {
  const clock = { now: new Date(Math.floor(Date.now() / 1_000) * 1_000) }
  const now = () => clock.now
  const lines: string[] = []
  const log = createLog('svc-signing', 'debug', { write: (line) => void lines.push(line) })
  const smtp = await startSmtpServer()
  const MONGO_URL = testDatabase('signing-links')
  const mongo = openMongo(MONGO_URL, log, 10)
  const envelopesModel = envelopeModel(mongo.connection)
  const mailModel = signingMailModel(mongo.connection)
  await mongo.prepare()
  const keys = [`k1.${randomBytes(32).toString('base64url')}`]
  const linkSecrets = createLinkSecrets(keys, ORIGIN)
  const messages = createMessages({
    ...{ PUBLIC_ORIGIN: ORIGIN, SMTP_URL: smtp.url, MONGO_URL },
    ...z.object(redisEnv).parse({ REDIS_URL: sharedServiceUrl('INKPROOF_TEST_REDIS_URL') }),
    metrics: createMetrics('svc-signing'),
    ...{ log, now },
  })
  const envelopes = envelopeStore(envelopesModel)
  const accounts = { exist: true }
  const branding = {
    shown: null as ShownBranding | null,
    png: new Uint8Array(),
    replyTo: null as string | null,
  }
  const mails = createMails({
    ...{ envelopes, linkSecrets, messages, now },
    model: mailModel,
    brandings: {
      of: async () => branding.shown,
      logo: async () => branding.png,
      replyTo: async () => branding.replyTo,
    },
    contact: async (id) =>
      accounts.exist ? { email: senderOf({ accountId: id }), isEmailConfirmed: true } : null,
  })
  await messages.sender.prepare()

  const read = async (id: string) => (await envelopes.find(id)) as EnvelopeRow
  return {
    ...{
      accounts,
      branding,
      clock,
      envelopes,
      envelopesModel,
      keys,
      linkSecrets,
      lines,
      mailModel,
      mails,
    },
    ...{ now, smtp, read, connection: mongo.connection },
    codesDeps: { envelopes, linkSecrets, mails, now },
    pass: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms)
    },
    insert: async (change: RowChange = {}) => {
      const row = startedRow(clock.now, change)
      await envelopesModel.create(row)
      return row
    },
    set: (id: string, change: object) => envelopesModel.updateOne({ _id: id }, { $set: change }),
    followUp: async (id: string) => mails.followUp(await read(id)),
    /** The e-mails to the recipients of a request and to its sender, in the order of arrival, once all were sent. */
    received: async (id: string) => {
      const isDone = async () =>
        (await mailModel.countDocuments({ envelopeId: id, 'mail.state': 'due' })) === 0
      await until(isDone)
      const ids = (await mailModel.find({ envelopeId: id, 'mail.state': 'sent' })).map(
        ({ mail }) => mail?.to,
      )
      return smtp.received.filter(({ to }) => ids.includes(to))
    },
    close: async () => {
      await messages.sender.close()
      await mongo.connection.dropDatabase()
      await mongo.close()
      await smtp.close()
    },
  }
}

/** The address of the person who sent a request. */
export function senderOf({ accountId }: Pick<EnvelopeRow, 'accountId'>): string {
  return `sender-${accountId}@example.com`
}

export type RowChange = Partial<Omit<EnvelopeRow, 'request' | 'recipients'>> & {
  request?: Partial<RequestRow>
  recipients?: Partial<RecipientRow>[]
}

/** A request with one signer who acts by link, unless changed. */
export function startedRow(
  now: Date,
  { recipients = [{}], request, ...change }: RowChange,
): EnvelopeRow {
  return {
    ...{ _id: newId(), workspaceId: 'w', accountId: newId(), createdAt: now },
    ...{ state: 'signing', isDeleted: false, title: 'Lease of the workshop' },
    document: { fileName: 'lease.pdf' } as EnvelopeRow['document'],
    ...{ upload: 'upload', pendingFiles: [], steps: [], finished: null, waitingFor: null },
    ...{ endedAt: null, dueAt: null, attempts: 0 },
    request: {
      startedAt: now,
      expiresAt: new Date(now.getTime() + 30 * DAY_MS),
      ...{ sender: 'Roe Workshops', language: 'en', message: '', reminders: null },
      ...request,
    } as RequestRow,
    recipients: recipients.map((recipient, i) => recipientRow(i + 1, recipient)),
    ...change,
  }
}

function recipientRow(number: number, change: Partial<RecipientRow>): RecipientRow {
  return {
    ...{ id: `recipient-${number}`, linkId: newId(), accountId: null, name: `Person ${number}` },
    ...{ email: `p${number}-${newId().slice(0, 8).toLowerCase().replace(/\W/g, 'x')}@example.com` },
    ...{ role: 'signer', order: 1, original: `recipient-${number}`, handedOverTo: null },
    ...{ accessCode: null, openedAt: null, code: null, codesAt: [], key: null, otherKey: null },
    ...{ statement: null, declined: null },
    ...change,
  }
}

/** The plain text of an e-mail, decoded from quoted-printable. */
export function textOf({ raw }: TestSmtpServer['received'][number]): string {
  const [, part = raw] = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw) ?? []
  const isQuoted = /text\/plain[\s\S]*?quoted-printable[\s\S]*?\r\n\r\n/.test(raw)
  const bytes = isQuoted
    ? part
        .replace(/=\r\n/g, '')
        .replace(/((?:=[0-9A-F]{2})+)/g, (hex) =>
          Buffer.from(hex.replaceAll('=', ''), 'hex').toString(),
        )
    : part
  return bytes.replaceAll('\r\n', '\n')
}

/** The kinds of e-mails about a request with their recipients, in the order of creation. */
export async function mailsOf(
  { mailModel }: Pick<LinkSystem, 'mailModel'>,
  envelopeId: string,
): Promise<string[]> {
  const rows = await mailModel.find({ envelopeId }).sort({ createdAt: 1, _id: 1 }).lean()
  return rows.map(({ kind, mail }) => `${kind} ${mail?.to}`)
}
