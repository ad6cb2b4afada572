/** Certificates: made, listed, revoked, proved. */
import { parseVkey } from '@inkproof/proof/note'
import type { RequireSession } from '@inkproof/service-kit/auth'
import type { TakeLimit } from '@inkproof/service-kit/limit'
import type { Router } from 'express'
import type { Connection } from 'mongoose'
import type { LogFeature } from '../log/feature.ts'
import type { LogFiles } from '../log/log-files.ts'
import { type CertificateStore, certificateStore } from './certificate-store.ts'
import { certificateModel } from './certificates.model.ts'
import { certificatesRoutes } from './certificates.routes.ts'
import type { SurroundDeps } from './list.ts'
import type { ProveDeps } from './prove.ts'

/** What certificates need of sharing, which knows certificates and not the other way round. */
export type ShareLinks = {
  of(certificateId: string): string
  /** Makes the links of these certificates lead to them. */
  create(certificateIds: readonly string[]): Promise<void>
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
}

/** How certificates are shown and proved, to whomever. */
export type ShowDeps = SurroundDeps & ProveDeps & { certificates: CertificateStore }

/** Role api. */
export function certificatesFeature(parts: CertificatesParts): { router: Router; show: ShowDeps } {
  const { files, logKey, links, requireSession, takeLimit } = parts
  const { heads, appender, store } = parts.logFeature
  const show = {
    certificates: certificateStore(certificateModel(parts.connection)),
    entriesAt: store.bytesAt,
    shareLinkOf: links.of,
    read: files.read,
    readCopy: files.readCopy,
    readHeads: heads.read,
    logKey,
  }
  const router = certificatesRoutes({
    ...show,
    certificateIdOf: links.certificateIdOf,
    createShares: links.create,
    append: appender.append,
    indexesOf: store.indexesOf,
    signedSize: async () => (await heads.read()).size,
    origin: parseVkey(logKey).name,
    requireSession,
    takeLimit,
    now: () => new Date(),
  })
  return { router, show }
}
