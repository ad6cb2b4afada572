/** Gives tests access to the module that shell and slices share in a page. */
import type { Page } from 'playwright-core'

type HostResponse = { status: number; text(): Promise<string> }
type Handle = { id: string; update(content: object): void; dismiss(): void }

/** The functions of the module that the tests call. */
export type Host = {
  request(method: string, url: string, body?: unknown): Promise<HostResponse>
  queryFn(on401: string): (context: { queryKey: unknown[] }) => Promise<unknown>
  queryClient: { ensureQueryData(options: { queryKey: unknown[] }): Promise<unknown> }
  QUERY_DEFAULTS: { queries: Record<string, unknown>; mutations: Record<string, unknown> }
  useSession: {
    getState(): { status: string; user: { firstName: string | null } | null }
    subscribe(listener: () => void): () => void
  }
  signedIn(user: unknown, token: string): void
  signOut(): Promise<void>
  toast(content: object): Handle
  dismissToast(id?: string): void
  useToasts: { getState(): { toasts: { title: string; open: boolean }[] } }
}

declare global {
  /** Defined only in a page, after {@link exposeHost}. */
  var host: Host
}

/** Waits for the shell and exposes its shared module to `page.evaluate` as `host`. */
export async function exposeHost(page: Page): Promise<void> {
  await page.getByRole('banner').waitFor()
  await page.evaluate(async () => {
    type Shared = { get(): Promise<() => Host> | (() => Host); lib?: () => Host }
    type Instance = { shareScopeMap: Record<string, Record<string, Record<string, Shared>>> }
    const { __FEDERATION__: federation } = globalThis as unknown as {
      __FEDERATION__: { __INSTANCES__: Instance[] }
    }
    const versions = federation.__INSTANCES__[0]?.shareScopeMap['default']?.['@inkproof/slice']
    const [shared] = Object.values(versions ?? {})
    if (shared === undefined) throw new Error('the page shares no @inkproof/slice')
    const factory = shared.lib ?? (await shared.get())
    globalThis.host = factory()
  })
}
