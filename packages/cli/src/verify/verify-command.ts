import type { BlockSource } from '@inkproof/proof/block-source'
import { from0x } from '@inkproof/proof/bytes'
import { httpRpc, nodeFromRpc } from '@inkproof/proof/chain-rpc'
import { sanitizeForDisplay } from '@inkproof/proof/display-text'
import { nodeEd25519 } from '@inkproof/proof/node-ed25519'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import type { TrustedRecord } from '@inkproof/proof/policy'
import type { TileReader } from '@inkproof/proof/tile'
import { type Verification, verify } from '@inkproof/proof/verify'
import { HELP_HINT } from '../help-hint.ts'
import { assertProof, parseArguments, type VerifyArguments } from './arguments.ts'
import type { Connection } from './domain-policy.ts'
import { fingerprintFile, isEvidence, readProofFile } from './read-files.ts'
import { readRecordAt } from './record-reader.ts'
import { jsonReport, textReport } from './report.ts'
import { readRevocation } from './revocation.ts'
import { readIssuer, readTrust } from './trust.ts'
import { UsageError } from './usage-error.ts'

/** Usage text of the command. */
export const VERIFY_USAGE = `  inkproof verify FILE PROOF [--trust KEY|DOMAIN|POLICY.json]… [--rpc URL | --block HASH…] [options]
  inkproof verify SIGNED.pdf [EVIDENCE.json] [--trust KEY|DOMAIN|POLICY.json]… [--rpc URL | --block HASH…] [options]

  A PDF file that was signed through Inkproof contains the evidence of who signed, and needs no proof file. If the
  document already had signatures before, the evidence is a file beside it.

  --trust      the record you trust: a log's key, a domain that publishes its policy, or a policy file
  --rpc        a blockchain node to look up blocks
  --block      a block hash you trust, instead of a node
  --log        the address of the record, such as https://host/log; by default the one in the policy
  --offline    no network access
  --max-age    how old the answer about revocation may be, such as 30m, 24h (default) or 7d
  --existence  check only that the file existed, not whether its certificate was revoked
  --issuer     the domain that must have issued the certificate
  --revocation a revocation that the issuer signed, if the record does not contain it
  --full       read every later entry of the record instead of its revocation status
  --json       prints every check as JSON

Exit code 0: verified. 1: failed, revoked or replaced. 2: could not be checked completely.`

/** Where the command writes its output and errors. */
export type Output = { out: (text: string) => void; err: (text: string) => void }

const NODE_TIMEOUT_MS = 10_000
/** Longer error messages are truncated. */
const MAX_ERROR = 1_000

/**
 * Runs `verify` and returns the exit code.
 *
 * @param connection how domains are asked for their policy; the public web by default
 */
export async function runVerify(
  argv: readonly string[],
  { out, err }: Output,
  connection?: Connection,
): Promise<number> {
  try {
    const args = parseArguments(argv)
    if (args === null) {
      out(VERIFY_USAGE)
      return 0
    }
    const { proof } = args
    const evidence = proof !== null && (await isEvidence(proof)) ? proof : null
    if (proof === null || evidence !== null) {
      assertProof({ ...args, proof: null })
      const { text, exitCode } = await verifyPdf(args, evidence, connection)
      out(text)
      return exitCode
    }
    const verification = await verifyFiles({ ...args, proof }, connection)
    out(args.json ? jsonReport(verification) : textReport(verification))
    return verification.exitCode
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    // It may name a field of an untrusted proof file.
    err(`${sanitizeForDisplay(error.message, MAX_ERROR)}\n\n${HELP_HINT}`)
    return 2
  }
}

async function verifyPdf(
  args: VerifyArguments,
  evidence: string | null,
  connection: Connection | undefined,
) {
  const { file, json, offline, trust } = args
  // The standalone verifier cannot read PDF files.
  const module = await import('../signatures/signed-pdf.ts').catch(() => {
    throw new UsageError(
      'verify takes two files, the document and its proof file, but got 1. Signed PDF files need the package inkproof.',
    )
  })
  const input = {
    policy: await readTrust(trust, { offline, connection }),
    blocks: createBlockSource(args),
    openRecord: (record: TrustedRecord) => openRecord(args, record),
    sha256: nodeSha256,
    ed25519: nodeEd25519,
  }
  return await module.verifySignedPdf(file, input, { evidence, json })
}

async function verifyFiles(
  args: VerifyArguments & { proof: string },
  connection: Connection | undefined,
): Promise<Verification> {
  const { offline, existence, full, maxAgeMs } = args
  const policy = await readTrust(args.trust, { offline, connection })
  const proofFile = await readProofFile(args.proof)
  const fingerprint = await fingerprintFile(args.file)
  const issuerRevocation = await readRevocation(args.revocation, proofFile)
  const expectedIssuer = await readIssuer(args.issuer, { connection })
  return verify({
    fingerprint,
    proofFile,
    policy,
    blocks: createBlockSource(args),
    openRecord: (record) => openRecord(args, record),
    existenceOnly: existence,
    fullScan: full,
    maxAgeMs: maxAgeMs ?? undefined,
    expectedIssuer,
    issuerRevocation,
    sha256: nodeSha256,
    ed25519: nodeEd25519,
  })
}

function createBlockSource({ rpc, blocks }: VerifyArguments): BlockSource {
  if (rpc !== null) return { kind: 'node', node: nodeFromRpc(httpRpc(rpc, fetchWithTimeout)) }
  if (blocks.length === 0) return { kind: 'offline' }
  return { kind: 'trusted block hashes', hashes: blocks.map((hash) => from0x(hash)) }
}

/** The record is queried at the address that the user or the policy names, never at one from the proof. */
function openRecord(
  { log, offline }: VerifyArguments,
  { url }: TrustedRecord,
): TileReader | undefined {
  const address = log ?? url
  return offline || address === '' ? undefined : readRecordAt(address)
}

const fetchWithTimeout: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(NODE_TIMEOUT_MS) })
