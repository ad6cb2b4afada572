import { BASE, type Feature, type Kit } from '../kit.ts'
import { compose } from './compose.ts'
import { deliver } from './deliver.ts'
import { mailRoutes } from './mail.routes.ts'
import { measureMails } from './mail-metrics.ts'
import { outbox } from './outbox.ts'
import { mailSender } from './sender.ts'
import { sentMails } from './sent-mails.ts'
import { smtp } from './smtp.ts'

/** Sends every mail of the service, and shows people theirs. */
export function mailFeature(kit: Kit): Feature {
  const { config, log, now } = kit
  const origin = new URL(config.PUBLIC_ORIGIN).origin
  const from = config.MAIL_FROM ?? `no-reply@${new URL(origin).hostname}`
  const rows = outbox(kit.eventModel, kit.tokenModel)
  const deps = {
    outbox: rows,
    now,
    log,
    send: smtp(config.SMTP_URL, from),
    compose: compose.bind(null, { ...kit, origin, host: from.slice(from.indexOf('@') + 1) }),
    count: measureMails(kit.metrics.registry, rows),
  }
  const { part, ring } = mailSender({
    redisUrl: config.REDIS_URL,
    prefix: `bull:${new URL(config.MONGO_URL).pathname.slice(1)}`,
    outbox: rows,
    deliver: (ref) => deliver(deps, ref),
    now,
    log,
  })
  kit.bell.ring = ring
  const mails = sentMails(kit.eventModel, kit.tokenModel)
  return { mounts: [[BASE, mailRoutes({ ...kit, mails })]], parts: [part] }
}
