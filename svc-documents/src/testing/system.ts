/** Runs both roles of an installation in the test's process. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromHex } from '@inkproof/proof/bytes'
import { httpRpc, nodeFromRpc } from '@inkproof/proof/chain-rpc'
import { type Policy, parsePolicy } from '@inkproof/proof/policy'
import { type Verification, verify } from '@inkproof/proof/verify'
import type { Heads } from '@inkproof/protocol/log'
import type { RunningService } from '@inkproof/service-kit/service'
import { readLogConfig } from '../config.ts'
import { startApi, startLog } from '../roles.ts'
import { mineConfirmations } from './chain.ts'
import { type Client, createClient, until } from './client.ts'
import { type Installation, makeInstallation } from './installation.ts'

export type System = {
  installation: Installation
  client: Client
  api: RunningService
  /** Resolves with the heads once the entry is covered by a final anchor. */
  waitUntilAnchored(index: number): Promise<Heads>
  /** Resolves once a signed state covers the entry. */
  waitUntilSigned(index: number): Promise<Heads>
  /** Reads the policy that the record publishes. */
  readPolicy(): Promise<Policy>
  /** Verifies a proof file with the chain's node, the files of the record, and its published policy or another one. */
  verifyProof(fingerprint: string, proofFile: string, policy?: Policy): Promise<Verification>
  /** Stops mining blocks on top of anchors; `resumeConfirmations` resumes it. */
  pauseConfirmations(): void
  resumeConfirmations(): void
  stopLog(): Promise<void>
  /** Starts an additional worker, optionally with other settings. */
  startLog(change?: Record<string, string>): Promise<void>
  stop(): Promise<void>
}

export async function startSystem(change: Record<string, string> = {}): Promise<System> {
  const installation = await makeInstallation(change)
  const api = await startApi(installation.api)
  await api.ready
  const client = createClient(api.port)
  let workers: RunningService[] = []
  let confirmations = mineConfirmations(installation.chainUrl)
  const system: System = {
    installation,
    client,
    api,
    waitUntilAnchored: (index) => until(client.heads, (heads) => isFinal(heads, index)),
    waitUntilSigned: (index) =>
      until(client.heads, ({ checkpoint }) => (checkpoint?.size ?? 0) > index),
    readPolicy: () => readPolicy(installation),
    verifyProof: async (fingerprint, proofFile, policy) =>
      verifyProof(installation, fingerprint, proofFile, policy ?? (await system.readPolicy())),
    pauseConfirmations: () => confirmations.stop(),
    resumeConfirmations: () => {
      confirmations = mineConfirmations(installation.chainUrl)
    },
    startLog: async (change = {}) => {
      const worker = await startLog(readLogConfig({ ...installation.env.log, ...change }))
      workers.push(worker)
      await worker.ready
    },
    stopLog: async () => {
      await Promise.all(workers.map((worker) => worker.stop()))
      workers = []
    },
    stop: async () => {
      await system.stopLog()
      await api.stop()
      confirmations.stop()
      await installation.remove()
    },
  }
  await system.startLog()
  return system
}

function isFinal({ settled }: Heads, index: number): boolean {
  return settled !== null && settled.size > index
}

async function readPolicy({ log }: Installation): Promise<Policy> {
  return parsePolicy(await readFile(join(log.LOG_DIR, 'policy.json'), 'utf8'))
}

async function verifyProof(
  { log, chainUrl }: Installation,
  fingerprint: string,
  proofFile: string,
  policy: Policy,
): Promise<Verification> {
  const blocks = { kind: 'node', node: nodeFromRpc(httpRpc(chainUrl)) } as const
  const openRecord = () => (path: string) => readFile(join(log.LOG_DIR, path))
  return verify({ fingerprint: fromHex(fingerprint), proofFile, policy, blocks, openRecord })
}
