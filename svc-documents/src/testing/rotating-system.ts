/** A complete installation whose checkpoint key is rotated by a restart, as an operator does it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AnchorFile, parseAnchorFile } from '@inkproof/proof/anchor-file'
import { generateKey, openNote, parseVkey } from '@inkproof/proof/note'
import type { Policy } from '@inkproof/proof/policy'
import { EXIT_CODES, type ExitCode } from '@inkproof/proof/verdict'
import type { Certificate } from '@inkproof/protocol/certificates'
import { findSigner } from '../log/log-keys.ts'
import { until } from './client.ts'
import { type System, startSystem } from './system.ts'

export type RotatingSystem = {
  system: System
  /** Verifier keys: of the first key, and of the one after the rotation. */
  vkeys: { old: string; new: string }
  token: string
  /** Restarts the worker with the new key, and with the old one unless `change` says that it is lost. */
  rotate(change?: Record<string, string>): Promise<void>
  /** Waits until the first anchor with the rotation is final. Returns its size. */
  waitForTransition(): Promise<number>
  /** Certifies a document and waits until it is anchored. Returns the size of that anchor. */
  certify(): Promise<{ certificate: Certificate; size: number }>
  readProof(certificate: Certificate): Promise<string>
  readAnchor(size: number): Promise<AnchorFile>
  /** Names the keys that signed an anchored state, after verifying their signatures. */
  signersOf(size: number): Promise<string[]>
  /** The exit code of a verification; by default for readers of the published policy. */
  exitCode(certificate: Certificate, proofFile: string, policy?: Policy): Promise<ExitCode>
}

/** @param change environment variables that this test overrides */
export async function startRotatingSystem(
  change: Record<string, string> = {},
): Promise<RotatingSystem> {
  const system = await startSystem({ ANCHOR_MS: '500', ...change })
  const token = await system.installation.signIn()
  const { log, vkey } = system.installation
  const next = generateKey(log.LOG_ORIGIN as string)
  const vkeys = { old: vkey, new: next.vkey }
  const readAnchor = async (size: number) =>
    parseAnchorFile(await readFile(join(log.LOG_DIR, 'anchor', String(size)), 'utf8'))
  return {
    system,
    vkeys,
    token,
    readAnchor,
    rotate: async (settings = {}) => {
      await system.stopLog()
      const isLost = 'LOST_CHECKPOINT_KEY' in settings
      await system.startLog({
        CHECKPOINT_KEY: next.privateKey,
        ...(isLost ? {} : { PREVIOUS_CHECKPOINT_KEY: log.CHECKPOINT_KEY }),
        ...settings,
      })
    },
    waitForTransition: async () => {
      const { records } = await until(
        system.readPolicy,
        ({ records }) => records[0]?.keys.length === 2,
      )
      return Number(records[0]?.keys[0].toSize)
    },
    certify: async () => {
      const certificate = await system.client.certify(token)
      const { settled } = await system.waitUntilAnchored(certificate.index)
      return { certificate, size: settled?.size as number }
    },
    readProof: async ({ id }) => {
      const path = `/certificates/${id}/proof`
      return (await system.client.request('GET', path, undefined, token)).text()
    },
    signersOf: async (size) => signersOf((await readAnchor(size)).checkpoint, vkeys),
    exitCode: async ({ fingerprint }, proofFile, policy) => {
      const { verdict } = await system.verifyProof(fingerprint, proofFile, policy)
      return EXIT_CODES[verdict.code]
    },
  }
}

function signersOf(note: string, vkeys: RotatingSystem['vkeys']): string[] {
  return Object.entries(vkeys).flatMap(([name, vkey]) => {
    const key = parseVkey(vkey)
    if (!findSigner(note, [key])) return []
    openNote(note, key)
    return [name]
  })
}
