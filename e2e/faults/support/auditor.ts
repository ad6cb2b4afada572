/**
 * Compares everything that an installation has acknowledged with its database, the files of its record, the blockchain and
 * its mailbox. Runs after every fault.
 */
import { waitFor } from '@inkproof/launcher/process/wait'
import type { Heads } from '@inkproof/protocol/log'
import { expect } from '@jest/globals'
import { type Db, MongoClient } from 'mongodb'
import { expectAccounts, expectWorkspaces } from './audit-accounts.ts'
import { expectCertificates } from './audit-certificates.ts'
import { expectIntactFiles } from './audit-files.ts'
import { expectVerified } from './audit-proofs.ts'
import type { Installation } from './installation.ts'
import type { Ledger } from './ledger.ts'

const FINAL_TIMEOUT_MS = 90_000

/**
 * Waits until the newest acknowledged certificate is final, and expects that each acknowledged request has taken effect
 * exactly once. Prints one line with what was compared.
 */
export async function audit(installation: Installation, ledger: Ledger): Promise<void> {
  const startedMs = performance.now()
  const last = Math.max(...ledger.certificates.map(({ index }) => index))
  await waitFor(() => isFinal(installation, last), {
    timeoutMs: FINAL_TIMEOUT_MS,
    what: 'the anchor of the last certificate',
  })
  const revoked = await withDatabase(installation.documentsUrl, (db) =>
    expectCertificates(db, installation.stores[0], ledger),
  )
  await expectVerified(installation, ledger, revoked)
  await expectIntactFiles(installation)
  if (installation.auth) await auditAccounts(installation.origin, installation.auth, ledger)
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
  console.log(`auditor: ${describe(ledger)}: all exist exactly once (${seconds} s)`)
}

async function isFinal({ origin }: Installation, index: number): Promise<boolean> {
  const response = await fetch(`${origin}/api/v1/log/heads`)
  if (!response.ok) return false
  const { settled } = (await response.json()) as Heads
  return (settled?.size ?? 0) > index
}

async function auditAccounts(
  origin: string,
  { databaseUrl, mailboxUrl }: NonNullable<Installation['auth']>,
  ledger: Ledger,
): Promise<void> {
  await expectAccounts({ origin, mailboxUrl }, ledger)
  await withDatabase(databaseUrl, (db) => expectWorkspaces(db, ledger))
}

async function withDatabase<T>(url: string, use: (db: Db) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(url)
  try {
    return await use(client.db())
  } finally {
    await client.close()
  }
}

function describe({ certificates, revoked, workspaces, accounts }: Ledger): string {
  expect(certificates.length).toBeGreaterThan(0)
  const created = workspaces.filter(({ isAcknowledged }) => isAcknowledged)
  return (
    `${certificates.length} certificates, ${revoked.size} revocations, ` +
    `${created.length} workspaces (${workspaces.length} requested), ${accounts.length} accounts with e-mails`
  )
}
