import type { BlockSource } from '@inkproof/proof/block-source'
import { from0x } from '@inkproof/proof/bytes'
import { httpRpc, nodeFromRpc } from '@inkproof/proof/chain-rpc'
import { claimValue } from '@inkproof/proof/leaf'
import { nodeEd25519 } from '@inkproof/proof/node-ed25519'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { parseProofFile } from '@inkproof/proof/proof-file'
import { type Verification, verify } from '@inkproof/proof/verify'
import { parseArguments, UsageError, type VerifyArguments } from './arguments.ts'
import { fingerprintFile, readProofFile } from './read-files.ts'
import { jsonReport, textReport } from './report.ts'
import { lookUpTxt, readTrust } from './trust.ts'

/** Usage text of the command. */
export const VERIFY_USAGE = `  inkproof verify FILE PROOF [--trust KEY|DOMAIN|POLICY.json]… [--rpc URL | --block HASH… | --offline] [--json]

  --trust    the record you trust: a log's key, a domain that names its log, or a policy file
  --rpc      a blockchain node to look up blocks
  --block    a block hash you trust, instead of a node
  --offline  no network access
  --json     prints every check as JSON

Exit code 0: verified. 1: failed. 2: could not be checked, which includes a record you have not chosen to trust.`

/** Where the command writes its output and errors. */
export type Output = { out: (text: string) => void; err: (text: string) => void }

const NODE_TIMEOUT_MS = 10_000

/** Runs `verify` and returns the exit code. */
export async function runVerify(argv: readonly string[], { out, err }: Output): Promise<number> {
  try {
    const args = parseArguments(argv)
    if (args === null) {
      out(VERIFY_USAGE)
      return 0
    }
    const verification = await verifyFiles(args)
    out(args.json ? jsonReport(verification) : textReport(verification))
    return verification.exitCode
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    err(`${error.message}\n\n${VERIFY_USAGE}`)
    return 2
  }
}

async function verifyFiles(args: VerifyArguments): Promise<Verification> {
  const policy = await readTrust(args.trust, args.offline)
  const proofFile = await readProofFile(args.proof)
  const fingerprint = await fingerprintFile(args.file)
  const issuerRecords = await lookUpIssuer(proofFile, args)
  return verify({
    fingerprint,
    proofFile,
    policy,
    blocks: createBlockSource(args),
    sha256: nodeSha256,
    ed25519: nodeEd25519,
    ...(issuerRecords !== undefined && { issuerRecords }),
  })
}

function createBlockSource({ rpc, blocks }: VerifyArguments): BlockSource {
  if (rpc !== null) return { kind: 'node', node: nodeFromRpc(httpRpc(rpc, fetchWithTimeout)) }
  if (blocks.length === 0) return { kind: 'offline' }
  return { kind: 'trusted block hashes', hashes: blocks.map((hash) => from0x(hash)) }
}

/**
 * Looks up the certificate's domain only if the user allowed network access by naming a node.
 */
async function lookUpIssuer(
  proofFile: string,
  { rpc }: VerifyArguments,
): Promise<string[] | undefined> {
  if (rpc === null) return undefined
  const domain = readClaimedDomain(proofFile)
  return domain === undefined ? undefined : lookUpTxt(domain)
}

function readClaimedDomain(proofFile: string): string | undefined {
  try {
    return claimValue(parseProofFile(proofFile).opening, 'domain')
  } catch {
    // A proof file that cannot be parsed is reported by the verification itself.
    return undefined
  }
}

const fetchWithTimeout: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: AbortSignal.timeout(NODE_TIMEOUT_MS) })
