/** Verifies a finished document as a verifier does who has the record. */
import { createHash } from 'node:crypto'
import { checkPdfSignatures } from '@inkproof/pdf-signatures/check'
import { signatureVerdict } from '@inkproof/pdf-signatures/verdict'
import { openingLeafHash } from '@inkproof/proof/leaf'
import { CHAIN_ID, ORIGIN } from '@inkproof/proof/testing/sample-log'
import { verifyEvidence } from '@inkproof/signing/verify-evidence'
import type { StepRow } from '../envelopes.model.ts'
import { openingOf } from '../steps.ts'
import type { EnvelopeSystem } from './envelope-system.ts'
import { readEvidence, readPdfResult } from './read-finished.ts'

/** Remembers which statement each digital ID names, by SHA-256 of the certificate, hex. */
export function rememberStatements({ deps }: EnvelopeSystem): Map<string, Uint8Array> {
  const statements = new Map<string, Uint8Array>()
  const { authority } = deps
  deps.authority = {
    ...authority,
    issueSigner: async (person) => {
      const id = await authority.issueSigner(person)
      const fingerprint = createHash('sha256').update(id.certificate).digest('hex')
      statements.set(fingerprint, person.statementHash)
      return id
    },
  }
  return statements
}

export async function verifyFinished(
  system: EnvelopeSystem,
  id: string,
  statements: ReadonlyMap<string, Uint8Array>,
) {
  const { finished, request, steps, workspaceId } = await system.read(id)
  const read = async (file = '') => (await system.files.read(file, workspaceId)).bytes
  const [file, prepared] = [await read(finished?.file), await read(request?.prepared.file)]
  const trustedRoots = system.deps.authority.certificates()
  const now = system.clock.now
  const { signatures } = await checkPdfSignatures(file, { trustedRoots, now })
  const record = {
    origin: ORIGIN,
    chainId: CHAIN_ID,
    outcome: 'passed',
    leaf: openingLeafHash(openingOf(steps.at(-1) as StepRow)),
    anchoredAt: now,
    firstEntry: 'valid',
  } as const
  const pdf = await readPdfResult(file, prepared, trustedRoots, statements, now)
  const evidence = await readEvidence(file)
  return {
    ...(await verifyEvidence({ evidence, record, pdf })),
    fields: signatures.map(({ field }) => field),
    signatures: signatures.map(signatureVerdict),
  }
}
