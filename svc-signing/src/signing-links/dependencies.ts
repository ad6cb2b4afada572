/** What links need of signing requests, e-mails and files. */
import type { FileStore } from '@inkproof/file-storage/file-store'
import type { EnvelopeStore } from '../envelopes/envelope-store.ts'
import type { Requests } from '../envelopes/requests.ts'
import type { SigningKeyDeps } from '../envelopes/signing-key.ts'
import type { MakeSigningRecord } from '../envelopes/signing-record.ts'
import type { LinkSecrets } from '../link-secrets/link-secrets.ts'
import type { Mails } from '../mails/create-mails.ts'
import type { Brandings } from '../record/brandings.ts'

export type SigningLinkDeps = SigningKeyDeps & {
  envelopes: Pick<EnvelopeStore, 'find' | 'findByLink' | 'change'>
  /** What recipients do; each makes the job look for work. */
  requests: Requests
  files: Pick<FileStore, 'read'>
  mails: Pick<Mails, 'insert'>
  linkSecrets: LinkSecrets
  brandings: Brandings
  makeSigningRecord: MakeSigningRecord
  now: () => Date
}
