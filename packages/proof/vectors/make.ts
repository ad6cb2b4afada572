/**
 * Writes the vectors in this folder: `node --import tsx packages/proof/vectors/make.ts`.
 *
 * The tests recompute every vector without this package (Node's hashes, ethers), so regenerating
 * the files cannot hide a change to the format.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { Wallet } from 'ethers'
import { from0x, to0x, toHex, utf8 } from '../src/bytes.ts'
import { derivePublicKey } from '../src/ed25519.ts'
import {
  formatIssuerRevocation,
  revocationDigest,
  revocationStatement,
  revocationTypedData,
} from '../src/issuer-revocation.ts'
import {
  claimsRoot,
  commitment,
  entryBytes,
  KINDS,
  NO_PREVIOUS,
  type Opening,
  openingLeafHash,
} from '../src/leaf.ts'
import { formatVkey, verifierKey } from '../src/note.ts'
import { encodeOpening, openingFromJson, openingToJson } from '../src/opening.ts'
import { signRevocationReceipt } from '../src/revocation-receipt.ts'
import { bitmapRoot, markInvalid, statusEntry } from '../src/status.ts'
import { addWalletSignature, entryDigest, entryTypedData, verifyWallet } from '../src/wallet.ts'

const ORIGIN = 'inkproof.example/log-1'

/** Returns reproducible bytes: the first `length` bytes of the SHA-256 of a string. */
const deriveBytes = (text: string, length = 32) =>
  new Uint8Array(createHash('sha256').update(text).digest()).slice(0, length)

function createOpening(
  name: string,
  kind: number,
  previous: bigint,
  claims: [string, string][],
): Opening {
  return {
    kind,
    previous,
    salt: deriveBytes(`salt of ${name}`),
    fingerprint: deriveBytes(`file of ${name}`),
    claims: claims.map(([claim, value]) => ({
      name: claim,
      value,
      salt: deriveBytes(`salt of ${name} ${claim}`, 16),
    })),
  }
}

const OPENINGS: [string, Opening][] = [
  ['no claims', createOpening('no claims', KINDS.certified, NO_PREVIOUS, [])],
  [
    'one claim',
    createOpening('one claim', KINDS.certified, NO_PREVIOUS, [['title', 'Lease 2026']]),
  ],
  [
    'five claims, any script',
    createOpening('five claims, any script', KINDS.certified, NO_PREVIOUS, [
      ['title', 'Mietvertrag für 2026 📜'],
      ['note', ''],
      ['issuer', 'Ада'],
      ['domain', 'example.org'],
      ['naïve', 'x'],
    ]),
  ],
  ['revokes entry 0', createOpening('revokes entry 0', KINDS.revoked, 0n, [['note', 'withdrawn']])],
  [
    'supersedes a late entry',
    createOpening('supersedes a late entry', KINDS.superseded, 2n ** 63n, []),
  ],
  ['event', createOpening('event', KINDS.event, 7n, [['step', 'viewed']])],
]

write(
  'entries.json',
  OPENINGS.map(([name, value]) => ({
    name,
    opening: openingToJson(value),
    claimsRoot: toHex(claimsRoot(value.claims)),
    commitment: toHex(commitment(value)),
    entry: toHex(entryBytes(value)),
    leafHash: toHex(openingLeafHash(value)),
    cbor: toHex(encodeOpening(value)),
  })),
)

const STATUSES: [string, bigint, bigint[]][] = [
  ['nothing yet', 0n, []],
  ['one chunk, none marked', 100n, []],
  ['bits at the edges of bytes and chunks', 20_000n, [0n, 7n, 8n, 8_191n, 8_192n, 19_999n]],
  ['three chunks, the last one marked', 24_576n, [24_575n]],
]

write(
  'status.json',
  STATUSES.map(([name, n, marked]) => {
    const bitmap = new Map<number, Uint8Array>()
    for (const index of marked) markInvalid(bitmap, index)
    const root = bitmapRoot(bitmap, n)
    return {
      name,
      n: String(n),
      marked: marked.map(String),
      root: toHex(root),
      entry: toHex(statusEntry(n, root)),
    }
  }),
)

// A publicly known key: SHA-256 of a string, used nowhere else.
const wallet = new Wallet(to0x(deriveBytes('wallet of the vectors')))
write(
  'wallet.json',
  await Promise.all(
    OPENINGS.map(async ([name, unsigned]) => {
      const { domain, types, message } = entryTypedData(unsigned, ORIGIN)
      const signature = await wallet.signTypedData(domain, { Entry: types.Entry }, message)
      const signed = addWalletSignature(unsigned, ORIGIN, { address: wallet.address, signature })
      return {
        name,
        origin: ORIGIN,
        opening: openingToJson(signed),
        digest: to0x(entryDigest(signed, ORIGIN)),
        address: verifyWallet(signed, ORIGIN),
      }
    }),
  ),
)

const NOW = new Date('2026-11-20T09:30:15Z')
const REASONS = ['', 'wrong amount', 'Сумма неверна 📜']
const certified = openingFromJson(
  JSON.parse(readFileSync(new URL('wallet.json', import.meta.url), 'utf8'))[1].opening,
)
write(
  'issuer-revocation.json',
  await Promise.all(
    REASONS.map(async (reason) => {
      const statement = revocationStatement(certified, ORIGIN, reason, NOW)
      const { domain, types, message } = revocationTypedData(statement)
      const signature = await wallet.signTypedData(
        domain,
        { Revocation: types.Revocation },
        message,
      )
      const file = {
        ...statement,
        wallet: wallet.address.toLowerCase(),
        signature: from0x(signature),
      }
      return {
        reason,
        opening: openingToJson(certified),
        digest: to0x(revocationDigest(statement)),
        file: formatIssuerRevocation(file),
      }
    }),
  ),
)

const seed = deriveBytes('log key of the vectors')
const logKey = { ...verifierKey(ORIGIN, derivePublicKey(seed)), seed }
const receipt = {
  origin: ORIGIN,
  index: 2n ** 63n,
  entry: openingLeafHash(certified),
  revocation: deriveBytes('revoking entry'),
  requestedAt: NOW,
  deadline: new Date('2026-11-21T09:30:15Z'),
}
write('revocation-receipt.json', [
  { name: 'receipt', vkey: formatVkey(logKey), note: signRevocationReceipt(receipt, logKey) },
])

function write(file: string, rows: unknown[]): void {
  writeFileSync(new URL(file, import.meta.url), utf8(`${JSON.stringify(rows, null, 2)}\n`))
}
