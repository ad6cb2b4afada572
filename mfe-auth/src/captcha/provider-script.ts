/** Loads the script of the configured provider on the first use of a form. */
import type { CaptchaProvider } from '@inkproof/protocol/captcha'

/** The parts of the `turnstile` and `hcaptcha` globals used here. */
export type WidgetApi = {
  render(container: HTMLElement, options: Readonly<Record<string, unknown>>): string
  remove(widgetId: string): void
}

/** A provider's widget, ready to be rendered. */
export type ProviderWidget = { provider: CaptchaProvider; siteKey: string; api: WidgetApi }

const SCRIPTS: Record<CaptchaProvider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off&sentry=false',
}

/**
 * Adds the provider's script and waits for the global it defines.
 *
 * @throws Error if the script cannot be loaded or the signal aborts.
 */
export function loadWidget(
  provider: CaptchaProvider,
  siteKey: string,
  pollIntervalMs: number,
  signal: AbortSignal,
): Promise<ProviderWidget> {
  const script = addScript(SCRIPTS[provider])
  let timer: ReturnType<typeof setInterval> | undefined
  return new Promise<WidgetApi>((resolve, reject) => {
    const poll = () => {
      const api = getWidgetApi(provider)
      if (api) resolve(api)
    }
    timer = setInterval(poll, pollIntervalMs)
    const fail = (reason: unknown) => {
      // The browser retries a failed script only if it is added again.
      script.remove()
      reject(reason)
    }
    script.addEventListener('error', () => fail(new Error('the script could not be fetched')))
    signal.addEventListener('abort', () => !getWidgetApi(provider) && fail(signal.reason))
    poll()
  })
    .finally(() => clearInterval(timer))
    .then((api) => ({ provider, siteKey, api }))
}

function addScript(src: string): HTMLScriptElement {
  const existing = document.querySelector<HTMLScriptElement>(`script[src="${src}"]`)
  if (existing) return existing
  const script = Object.assign(document.createElement('script'), { src, async: true })
  document.head.append(script)
  return script
}

function getWidgetApi(provider: CaptchaProvider): WidgetApi | undefined {
  return (globalThis as { turnstile?: WidgetApi; hcaptcha?: WidgetApi })[provider]
}
