/** Certificates: made, listed, revoked, proved. */
import { parseVkey } from '@inkproof/proof/note'
import type { RequireSession } from '@inkproof/service-kit/auth'
import type { Dependency } from '@inkproof/service-kit/dependency'
import type { TakeLimit } from '@inkproof/service-kit/limit'
import type { Log } from '@inkproof/service-kit/log'
import type { Router } from 'express'
import type { Connection } from 'mongoose'
import { anchorModel } from '../anchors/anchors.model.ts'
import { anchoredSizes } from '../anchors/first-anchor.ts'
import type { LogFeature } from '../log/feature.ts'
import type { LogFiles } from '../log/log-files.ts'
import { dailyAllowance } from './allowance.ts'
import { type CertificateStore, certificateStore } from './certificate-store.ts'
import { certificateModel } from './certificates.model.ts'
import { certificatesRoutes } from './certificates.routes.ts'
import type { IdClaim } from './certify.ts'
import type { SurroundDeps } from './list.ts'
import type { ProveDeps } from './prove.ts'
import { revocationIntentStore } from './revocation-intent-store.ts'
import { revocationIntentModel } from './revocation-intents.model.ts'
import { unfinishedRevocations } from './unfinished.ts'

/** What certificates need of sharing, which knows certificates and not the other way round. */
export type ShareLinks = {
  of(certificateId: string): string
  /** Makes the links of these ids lead to their certificates. Answers the ids another entry has. */
  claim(claims: readonly IdClaim[]): Promise<string[]>
  certificateIdOf(shareLink: string): Promise<string | undefined>
}

export type CertificatesParts = {
  connection: Connection
  logFeature: LogFeature
  files: LogFiles
  /** The log's public key. */
  logKey: string
  links: ShareLinks
  requireSession: RequireSession
  takeLimit: TakeLimit
  /** How many certificates an account may make in a day. */
  certificatesADay: number
  log: Log
}

/** How certificates are shown and proved, to whomever. */
export type ShowDeps = SurroundDeps & ProveDeps & { certificates: CertificateStore }

export type CertificatesFeature = { router: Router; show: ShowDeps; unfinished: Dependency }

/** Role api. */
export function certificatesFeature(parts: CertificatesParts): CertificatesFeature {
  const { files, logKey, links, requireSession, takeLimit } = parts
  const { heads, appender, store } = parts.logFeature
  const show = {
    certificates: certificateStore(certificateModel(parts.connection)),
    entriesAt: store.bytesAt,
    shareLinkOf: links.of,
    read: files.read,
    readCopy: files.readCopy,
    sizes: anchoredSizes(anchorModel(parts.connection)),
    readHeads: heads.read,
    logKey,
  }
  const revoking = {
    certificates: show.certificates,
    revocationIntents: revocationIntentStore(revocationIntentModel(parts.connection)),
    append: appender.append,
    origin: parseVkey(logKey).name,
  }
  const now = () => new Date()
  const router = certificatesRoutes({
    ...show,
    ...revoking,
    certificateIdOf: links.certificateIdOf,
    claimIds: links.claim,
    takeAllowance: dailyAllowance(takeLimit, parts.certificatesADay, now),
    indexesOf: store.indexesOf,
    signedSize: async () => (await heads.read()).size,
    requireSession,
    takeLimit,
    now,
  })
  return { router, show, unfinished: unfinishedRevocations({ ...revoking, log: parts.log }) }
}
