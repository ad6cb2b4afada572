/** The branding of workspaces, and where replies to their e-mails go, which svc-auth keeps. */
import { setTimeout } from 'node:timers/promises'
import type { ShownBranding } from '@inkproof/protocol/branding'
import { workspaceBranding, workspaceLogo } from '@inkproof/protocol/internal'
import type { ServiceClient } from '@inkproof/service-kit/service-client'

export type Brandings = {
  /**
   * Returns the branding of a workspace, at most {@link FRESH_MS} old; null if it has none. Branding is decoration, so
   * nothing fails without it: while svc-auth is down or slow, the last known branding is returned, or null.
   */
  of(workspaceId: string): Promise<ShownBranding | null>
  /**
   * Returns the address for replies, at most {@link FRESH_MS} old; null for none, and while svc-auth is down or slow: it may
   * be that of a member who has left since.
   */
  replyTo(workspaceId: string): Promise<string | null>
  /** Returns the PNG of a logo; null if it was removed, or svc-auth is down. */
  logo(url: string): Promise<Uint8Array | null>
}

type Answer = { branding: ShownBranding | null; replyTo: string | null }
type Known = Answer & { readAt: number }

/** For how long an answer, or the lack of one, is used again. */
const FRESH_MS = 30_000
/** Less than the time limit of other internal calls: somebody waits for the page. */
const MAX_WAIT_MS = 1_500
const MAX_KNOWN = 1_000

export function createBrandings(services: ServiceClient, now: () => Date): Brandings {
  const known = new Map<string, Known>()

  async function read(workspaceId: string): Promise<Answer> {
    const last = { branding: known.get(workspaceId)?.branding ?? null, replyTo: null }
    const answer = services.call('svc-auth', workspaceBranding, { workspaceId }).catch(() => last)
    return Promise.race([answer, setTimeout(MAX_WAIT_MS, last, { ref: false })])
  }

  async function find(workspaceId: string): Promise<Answer> {
    const last = known.get(workspaceId)
    if (last && now().getTime() - last.readAt < FRESH_MS) return last
    const answer = await read(workspaceId)
    // The oldest answer is the first one of the map.
    known.delete(workspaceId)
    known.set(workspaceId, { ...answer, readAt: now().getTime() })
    const [oldest] = known.keys()
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    return answer
  }

  /** The latest logo that was read: a request is often sent to many recipients at once. */
  let lastLogo: { url: string; png: Uint8Array } | undefined

  return {
    logo: async (url) => {
      if (lastLogo?.url === url) return lastLogo.png
      const none = { png: null }
      const { png } = await services.call('svc-auth', workspaceLogo, { url }).catch(() => none)
      if (png === null) return null
      lastLogo = { url, png: Buffer.from(png, 'base64') }
      return lastLogo.png
    },
    of: async (workspaceId) => (await find(workspaceId)).branding,
    replyTo: async (workspaceId) => (await find(workspaceId)).replyTo,
  }
}
