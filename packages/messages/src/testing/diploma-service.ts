/**
 * A small service with a collection, an e-mail template and calls. Tests start it in their own process, or as a
 * separate process that crashes on request.
 */
import { createHash } from 'node:crypto'
import { mongoEnv, readConfig as read, serverEnv } from '@inkproof/service-kit/config'
import {
  composeFeatures,
  declareInputs,
  defineFeature,
  from,
  supply,
} from '@inkproof/service-kit/feature'
import { readJson } from '@inkproof/service-kit/json-body'
import { createLog, type Log } from '@inkproof/service-kit/log'
import { createMetrics, type Metrics } from '@inkproof/service-kit/metrics'
import { openMongo } from '@inkproof/service-kit/mongo'
import { REDIS_SETTINGS, redisEnv, redisRequirement } from '@inkproof/service-kit/redis-settings'
import { createRouter } from '@inkproof/service-kit/router'
import { startService } from '@inkproof/service-kit/service'
import { LANGUAGES } from '@inkproof/texts/texts-for'
import type { Connection, InferSchemaType } from 'mongoose'
import { Schema } from 'mongoose'
import { z } from 'zod'
import { createMessages } from '../messages.ts'
import { OUTBOX_INDEX, outboxEntrySchema } from '../outbox-entry.model.ts'
import { newOutboxEntry } from '../outbox-entry.ts'
import { newestEmails } from '../sent-emails.ts'
import { mailEnv } from '../settings.ts'
import type { EmailTemplates } from '../templates.ts'

const Env = z
  .object({ ...serverEnv, ...mongoEnv, ...redisEnv, ...mailEnv })
  .refine(...redisRequirement)
type Config = Readonly<z.output<typeof Env>>

const configuration = declareInputs<Config>()('configuration')
const runtime = declareInputs<{
  connection: Connection
  log: Log
  metrics: Metrics
  now: () => Date
}>()('runtime')

const messagesFeature = defineFeature({
  name: 'messages',
  needs: {
    ...from(configuration, 'PUBLIC_ORIGIN', 'MAIL_FROM', 'SMTP_URL', 'MONGO_URL'),
    ...from(configuration, ...REDIS_SETTINGS),
    ...from(runtime, 'log', 'metrics', 'now'),
  },
  create: (needs) => {
    const messages = createMessages(needs)
    return { provides: { messages }, jobs: [messages.sender] }
  },
})

const diplomaSchema = new Schema(
  {
    _id: { type: String, required: true },
    holder: { type: String, required: true },
    issuedAt: { type: Date, required: true },
    mail: { type: outboxEntrySchema, default: null },
  },
  { collection: 'diplomas', strict: 'throw', versionKey: false, autoIndex: false },
)
diplomaSchema.index(OUTBOX_INDEX)
type DiplomaRow = InferSchemaType<typeof diplomaSchema>

/** The e-mails of the feature. A real service has them in the feature's `emails.ts`. */
const diplomaEmails: EmailTemplates<DiplomaRow> = {
  'diploma-issued': ({ t, value, origin, row }) => ({
    subject: t('Your diploma, {holder}', { holder: value('holder', t('graduate')) }),
    heading: t('Your diploma is ready'),
    paragraphs: [t('Download it and keep it with its proof file.')],
    action: {
      label: t('Download diploma'),
      url: `${origin}/diplomas#${createHash('sha256').update(row._id).digest('base64url')}`,
      note: t('The link works for 7 days.'),
    },
    reason: t('You received this e-mail because your school certifies its diplomas on Inkproof.'),
  }),
}

const NewDiploma = z.strictObject({
  id: z.string(),
  holder: z.string(),
  to: z.string(),
  language: z.enum(LANGUAGES).default('en'),
  /** Whether the process is killed after the row is committed and before the e-mail is enqueued. */
  crashes: z.boolean().default(false),
})

const diplomasFeature = defineFeature({
  name: 'diplomas',
  needs: { ...from(runtime, 'connection', 'now'), ...from(messagesFeature, 'messages') },
  create: ({ connection, now, messages }) => {
    const model = connection.model('Diploma', diplomaSchema)
    const emails = messages.addCollection<DiplomaRow>({
      model,
      at: 'issuedAt',
      values: ({ holder }) => ({ holder }),
    })
    emails.templates.add(diplomaEmails)
    const router = createRouter()
    router.post('/diplomas', async (req, res) => {
      const { id, holder, to, language, crashes } = NewDiploma.parse(await readJson(req, res, 1024))
      const issuedAt = now()
      const mail = newOutboxEntry({ template: 'diploma-issued', to, language, now: issuedAt })
      await model.create({ _id: id, holder, issuedAt, mail })
      if (crashes) process.kill(process.pid, 'SIGKILL')
      emails.enqueue({ _id: id, mail })
      res.status(201).json({ id })
    })
    router.get('/emails', async (_req, res) => {
      res.json({ mails: newestEmails([await emails.list({}, 20)]) })
    })
    return { routes: [['/api/diplomas', router]] }
  },
})

/** Starts the service, on a free port unless `env` has a PORT. */
export async function startDiplomas(
  env: Record<string, string | undefined>,
  now: () => Date = () => new Date(),
) {
  // Only fault tests need the time limits of production.
  const defaults = { PORT: '0', HOST: '127.0.0.1', STORE_TIMEOUT_FACTOR: '10' }
  const config = read('diplomas', Env, { ...defaults, ...env })
  const log = createLog('diplomas', env['LOG_LEVEL'] === 'info' ? 'info' : 'silent')
  const mongo = openMongo(config.MONGO_URL, log, config.STORE_TIMEOUT_FACTOR)
  const metrics = createMetrics('diplomas')
  const features = composeFeatures([
    supply(configuration, config),
    supply(runtime, { connection: mongo.connection, log, metrics, now }),
    messagesFeature,
    diplomasFeature,
  ])
  const service = await startService({
    name: 'diplomas',
    config,
    log,
    dependencies: [mongo, ...features.jobs],
    mounts: features.routes,
    metrics,
  })
  await service.ready
  return { origin: `http://127.0.0.1:${service.port}`, mongo, stop: () => service.stop() }
}

if (process.argv[1] === import.meta.filename) await startDiplomas(process.env)
