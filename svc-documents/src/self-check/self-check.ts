/**
 * Compares all stored data of the record with its signed state: entries in the database, files in
 * both stores, certificates; and revocations with the deadlines of their receipts. Reports the differences and
 * changes nothing.
 */
import { equal } from '@inkproof/proof/bytes'
import { TILE_WIDTH, type TileReader, tileWidth } from '@inkproof/proof/tile'
import type { CertificateStore } from '../certificates/certificate-store.ts'
import { isIntact } from '../certificates/integrity.ts'
import type { EntryStore } from '../log/entry-store.ts'
import {
  emptyTree,
  type GrowingTree,
  grow,
  markWritten,
  newRebuiltFiles,
  rootOf,
  sizeOf,
} from '../log/growing-tree.ts'
import type { HeadsStore } from '../log/heads-store.ts'
import type { LogFiles } from '../log/log-files.ts'
import { readIfIntact, type Store, type UnreadableFile } from '../log/unreadable-file.ts'
import { type FindOverdueDeps, findOverdue } from '../revocation-receipts/find-overdue.ts'

export type SelfCheckDeps = FindOverdueDeps & {
  store: Pick<EntryStore, 'bytesAt'>
  heads: Pick<HeadsStore, 'read'>
  files: Pick<LogFiles, 'read' | 'readCopy'>
  certificates: Pick<CertificateStore, 'readAll' | 'findRevocations'>
  now: () => Date
}

/** The numbers of entries and certificates checked, and a sentence for each difference. */
export type SelfCheck = { entries: number; certificates: number; findings: string[] }

/** Maximum number of findings reported: enough to show the kind of damage. */
const MAX_FINDINGS = 100

export async function selfCheck(deps: SelfCheckDeps): Promise<SelfCheck> {
  const { size, root } = await deps.heads.read()
  const findings: string[] = []
  const tree = emptyTree()
  for (let first = 0; first < size && findings.length < MAX_FINDINGS; first += TILE_WIDTH) {
    const width = tileWidth(0, BigInt(first / TILE_WIDTH), BigInt(size))
    const missing = await growFromDatabase(deps, tree, first, width)
    if (missing !== undefined) {
      findings.push(`entry ${missing} is missing from the database, or is invalid`)
      break
    }
    findings.push(...(await findDifferingFiles(deps, tree, size)))
    markWritten(tree)
  }
  if (sizeOf(tree) === size && root !== null && rootOf(tree) !== root)
    findings.push(`the entries in the database do not match the signed state of ${size} entries`)
  findings.push(...(await findMissingRevocations(deps, tree)))
  findings.push(...(await findOverdue(deps, deps.now())))
  const certificates = await checkCertificates(deps, findings)
  return { entries: sizeOf(tree), certificates, findings: findings.slice(0, MAX_FINDINGS) }
}

/** Adds a bundle's entries to the tree. Returns the index of the first missing or invalid one, if any. */
async function growFromDatabase(
  { store }: SelfCheckDeps,
  tree: GrowingTree,
  first: number,
  width: number,
): Promise<number | undefined> {
  const rows = await store.bytesAt(Array.from({ length: width }, (_, offset) => first + offset))
  for (let index = first; index < first + width; index++) {
    const bytes = rows.get(index)
    if (!bytes) return index
    try {
      grow(tree, bytes)
    } catch {
      return index
    }
  }
  return undefined
}

async function findDifferingFiles(
  { files }: SelfCheckDeps,
  tree: GrowingTree,
  size: number,
): Promise<string[]> {
  const stores: [Store, TileReader][] = [
    ['served folder', files.read],
    ['second store', files.readCopy],
  ]
  const findings: string[] = []
  for (const [path, bytes] of newRebuiltFiles(tree, size)) {
    for (const [name, read] of stores) {
      const unreadable: UnreadableFile[] = []
      const stored = await readIfIntact(name, read, path, (error) => unreadable.push(error))
      if (unreadable[0]) findings.push(unreadable[0].message)
      else if (!stored) findings.push(`${path} is missing from the ${name}`)
      else if (!equal(stored, bytes))
        findings.push(`${path} in the ${name} differs from the entries`)
    }
  }
  return findings
}

/**
 * Finds entries that revoke or supersede a certificate that the database still shows as valid, because
 * the row of the revocation is missing.
 */
async function findMissingRevocations(
  { certificates }: SelfCheckDeps,
  { invalidations }: GrowingTree,
): Promise<string[]> {
  const known = await certificates.findRevocations(invalidations.map(({ previous }) => previous))
  return invalidations
    .filter(({ previous }) => !known.has(previous))
    .map(
      ({ index, previous }) =>
        `entry ${index} revokes or supersedes entry ${previous}, but the row of the revocation is missing`,
    )
}

/** Returns the number of certificates checked. */
async function checkCertificates(
  { certificates, store }: SelfCheckDeps,
  findings: string[],
): Promise<number> {
  let count = 0
  for await (const rows of certificates.readAll()) {
    const entries = await store.bytesAt(rows.map(({ index }) => index))
    for (const row of rows) {
      const entry = entries.get(row.index)
      if (!entry || !isIntact(row, entry))
        findings.push(`certificate ${row._id} does not match entry ${row.index}`)
    }
    count += rows.length
  }
  return count
}
