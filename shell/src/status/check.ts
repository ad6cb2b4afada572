import { urlOf } from '@inkproof/protocol/call-url'
import { Readiness, SHOW_HEALTH } from '@inkproof/protocol/health'
import type { PublishedSlice } from '@inkproof/slice'
import { t } from '@inkproof/texts/text'
import parts from '../../../parts.json' with { type: 'json' }
import { shellVersion } from '../shell-version.ts'

/** The health of one part of the installation. */
export type PartHealth = {
  name: string
  isReady: boolean
  reason: string
  tookMs: number
}

const TIMEOUT_MS = 5000

/** The names of the services at the gateway. */
export const SERVICES = Object.keys(parts.services).map((folder) => folder.replace('svc-', ''))

/** Asks a service whether it is ready. Only the operator can see which dependency is not ready. Never throws. */
export async function checkService(name: string): Promise<PartHealth> {
  const startedAt = performance.now()
  const tookMs = () => Math.round(performance.now() - startedAt)
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const url = urlOf(SHOW_HEALTH, { params: { service: name } })
    const response = await fetch(url, { cache: 'no-store', signal })
    const health = Readiness.parse(await response.json())
    const reason = health.ready ? t('Ready') : t('Not ready. Details are in its log.')
    return { name, isReady: health.ready, reason, tookMs: tookMs() }
  } catch (error) {
    return { name, isReady: false, reason: describeNoResponse(error), tookMs: tookMs() }
  }
}

/** A released part of the website with its first files. */
export type ReleasedPart = Pick<
  PublishedSlice,
  'id' | 'package' | 'version' | 'entry' | 'preload' | 'integrity'
>

/** Returns the shell of this page. */
export function releasedShell(page: Document = document): ReleasedPart {
  const script = page.querySelector<HTMLScriptElement>('script[src^="/static/shell."]')
  const entry = script?.getAttribute('src') ?? ''
  const version = shellVersion(page)
  const integrity = { [entry]: script?.integrity ?? '' }
  return { id: 'shell', package: 'shell', version, entry, preload: [], integrity }
}

/** Fetches a part's first files without any cache and compares them with their hashes. Never throws. */
export async function checkFiles(part: ReleasedPart): Promise<PartHealth> {
  const startedAt = performance.now()
  const files = [part.entry, ...part.preload]
  const failed = await Promise.all(
    files.map((file) => findFileProblem(file, part.integrity[file] ?? '')),
  )
  const reason = failed.find((problem) => problem !== null) ?? null
  return {
    name: part.id,
    isReady: reason === null,
    reason: reason ?? t('Version {version}', { version: part.version }),
    tookMs: Math.round(performance.now() - startedAt),
  }
}

async function findFileProblem(file: string, integrity: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(file, { cache: 'no-store', signal })
    if (!response.ok)
      return t('{file} returned status {status}.', { file, status: response.status })
    const isReleased = await hasIntegrity(await response.arrayBuffer(), integrity)
    return isReleased ? null : t('{file} differs from the released file.', { file })
  } catch (error) {
    return `${file}: ${describeNoResponse(error)}`
  }
}

/**
 * Compares bytes with a released hash, using the hash's own algorithm (Subresource Integrity, 3.1): slices of
 * different releases may use different algorithms.
 */
async function hasIntegrity(bytes: ArrayBuffer, integrity: string): Promise<boolean> {
  const [, bits, expected] = /^sha(256|384|512)-(.+)$/.exec(integrity) ?? []
  if (bits === undefined) return false
  const digest = new Uint8Array(await crypto.subtle.digest(`SHA-${bits}`, bytes))
  return btoa(String.fromCharCode(...digest)) === expected
}

function describeNoResponse(error: unknown): string {
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  return isLate
    ? t('No response in {seconds} s.', { seconds: TIMEOUT_MS / 1000 })
    : t('No response.')
}
