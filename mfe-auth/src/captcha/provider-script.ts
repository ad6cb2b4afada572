/** Loads a provider's script, only if one is configured and only once a form is used. */
import type { CaptchaProvider } from '@inkproof/protocol/captcha'

/** The common part of `turnstile` and `hcaptcha` used here. */
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
      const api = apiOf(provider)
      if (api) resolve(api)
    }
    timer = setInterval(poll, pollIntervalMs)
    const fail = (reason: unknown) => {
      // A failed script is only retried if it is added again.
      script.remove()
      reject(reason)
    }
    script.addEventListener('error', () => fail(new Error('the script could not be fetched')))
    signal.addEventListener('abort', () => !apiOf(provider) && fail(signal.reason))
    poll()
  })
    .finally(() => clearInterval(timer))
    .then((api) => ({ provider, siteKey, api }))
}

function addScript(src: string): HTMLScriptElement {
  const present = document.querySelector<HTMLScriptElement>(`script[src="${src}"]`)
  if (present) return present
  const script = Object.assign(document.createElement('script'), { src, async: true })
  document.head.append(script)
  return script
}

function apiOf(provider: CaptchaProvider): WidgetApi | undefined {
  return (globalThis as { turnstile?: WidgetApi; hcaptcha?: WidgetApi })[provider]
}
