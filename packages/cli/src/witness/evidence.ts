/** Keeps proof that a log has shown two histories: two notes with the same size, different roots and its signatures. */
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { toHex, utf8 } from '@inkproof/proof/bytes'
import { nodeSha256 } from '@inkproof/proof/node-sha256'
import { writeDurably } from './durable-file.ts'
import type { CosignedCheckpoint } from './state.ts'

/** One contradiction convicts the log; more of them must not fill the disk. */
const MAX_PER_LOG = 100

export type Evidence = {
  /** Stores both notes as `evidence/<SHA-256 of the origin>/<size>-<root of the second note>/`. */
  keep(cosigned: CosignedCheckpoint, submitted: CosignedCheckpoint): Promise<void>
  /** Returns the number of contradictions kept for a log. */
  count(origin: string): Promise<number>
}

/** Opens the evidence of the witness in this folder. */
export function openEvidence(dir: string): Evidence {
  const folderOf = (origin: string) => join(dir, 'evidence', toHex(nodeSha256(utf8(origin))))
  const list = async (origin: string): Promise<string[]> => {
    try {
      return await readdir(folderOf(origin))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
      throw error
    }
  }
  return {
    keep: async (cosigned, submitted) => {
      if ((await list(submitted.origin)).length >= MAX_PER_LOG) return
      const name = `${submitted.size}-${toHex(submitted.root)}`
      const folder = join(folderOf(submitted.origin), name)
      await mkdir(folder, { recursive: true })
      await writeDurably(join(folder, 'cosigned.note'), cosigned.note)
      await writeDurably(join(folder, 'submitted.note'), submitted.note)
    },
    count: async (origin) => (await list(origin)).length,
  }
}
