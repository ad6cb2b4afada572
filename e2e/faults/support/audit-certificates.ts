/** Compares acknowledged certificates with the rows of the database and the entries in the files of the record. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toHex } from '@inkproof/proof/bytes'
import { entryBytes } from '@inkproof/proof/leaf'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { type OpeningJson, openingFromJson } from '@inkproof/proof/opening'
import { decodeEntryBundle, entriesPath, TILE_WIDTH, tileWidth } from '@inkproof/proof/tile'
import { expect } from '@jest/globals'
import type { Db } from 'mongodb'
import type { Acknowledged, Ledger } from './ledger.ts'

type Row = { _id: string; index: number; opening: OpeningJson; previous?: number }

/**
 * Expects one row for each acknowledged certificate and revocation, whose entry is at its index in the served files, and no
 * entry that occurs twice. Returns the IDs of the revoked certificates, including those whose revocation was not
 * acknowledged.
 *
 * @param folder the served folder of the record
 */
export async function expectCertificates(
  db: Db,
  folder: string,
  ledger: Ledger,
): Promise<ReadonlySet<string>> {
  const rows = await db.collection<Row>('certificates').find().toArray()
  const byId = new Map(rows.map((row) => [row._id, row]))
  const { certificates } = ledger
  expect(certificates.filter(({ id, index }) => byId.get(id)?.index !== index)).toEqual([])
  const revokedIndexes = new Set(rows.map(({ previous }) => previous))
  const isRevoked = ({ index }: Acknowledged) => revokedIndexes.has(index)
  const revoked = new Set(certificates.filter(isRevoked).map(({ id }) => id))
  expect([...ledger.revoked].filter((id) => !revoked.has(id))).toEqual([])
  const entries = await readEntries(folder)
  expect(new Set(entries).size).toBe(entries.length)
  const isInRecord = ({ index, opening }: Row) =>
    entries[index] === toHex(entryBytes(openingFromJson(opening), nodeSha256))
  expect(rows.filter((row) => !isInRecord(row))).toEqual([])
  return revoked
}

/** Returns all entries of the signed state, as hex. */
async function readEntries(folder: string): Promise<string[]> {
  const checkpoint = await readFile(join(folder, 'checkpoint'), 'utf8')
  const size = BigInt(checkpoint.split('\n')[1] ?? '')
  const entries: string[] = []
  for (let bundle = 0n; bundle * BigInt(TILE_WIDTH) < size; bundle++) {
    const path = entriesPath(bundle, tileWidth(0, bundle, size))
    const bytes = new Uint8Array(await readFile(join(folder, path)))
    entries.push(...decodeEntryBundle(bytes).map(toHex))
  }
  return entries
}
