/** A public record in memory: real entries and proofs, without signed states of its own and without a chain. */
import { buildProof } from '@inkproof/proof/build'
import { toHex } from '@inkproof/proof/bytes'
import { entryBytes, type Opening, openingLeafHash } from '@inkproof/proof/leaf'
import { CHAIN_ID, ORIGIN, otherEntries, sampleLog } from '@inkproof/proof/testing/sample-log'
import type { CertifyRequest } from '@inkproof/protocol/certificates'
import { AppError } from '@inkproof/service-kit/app-error'
import type { PublicRecord } from '../dependencies.ts'

export type TestRecord = PublicRecord & {
  openings: Opening[]
  certificates: Map<string, CertifyRequest>
  /** Whether the signed state covers entries, and a block the signed state. */
  isSigned: boolean
  isAnchored: boolean
}

/** Entries of others come first, so that indexes are not sequence numbers. */
const OTHERS = 3

export function createTestRecord(): TestRecord {
  const openings: Opening[] = []
  const leafOf = (opening: Opening) => toHex(openingLeafHash(opening))
  const indexOf = (opening: Opening) =>
    openings.findIndex((other) => leafOf(other) === leafOf(opening))
  const record: TestRecord = {
    openings,
    certificates: new Map(),
    isSigned: true,
    isAnchored: true,
    append: async (added) =>
      added.map((opening) => {
        if (indexOf(opening) < 0) openings.push(opening)
        return OTHERS + indexOf(opening)
      }),
    prove: async (opening) => {
      if (!record.isSigned) return { proof: null, isAnchored: false }
      const { checkpoint, read, vkey } = sampleLog([
        ...otherEntries(OTHERS),
        ...openings.map((item) => entryBytes(item)),
      ])
      const index = BigInt(OTHERS + indexOf(opening))
      const proof = await buildProof({ read, opening, index, checkpoint, logKey: vkey })
      return { proof, isAnchored: record.isAnchored }
    },
    describe: async () => ({ origin: ORIGIN, chainId: CHAIN_ID }),
    certify: async ({ certificate }) => {
      const { certificates } = record
      const existing = certificates.get(certificate.id) ?? certificate
      if (JSON.stringify(existing) !== JSON.stringify(certificate))
        throw new AppError('CERTIFICATE_ID_TAKEN')
      certificates.set(certificate.id, certificate)
      return { id: certificate.id }
    },
  }
  return record
}
