/** The script of a provider, fetched only where one is configured and only once a form is used. */
import type { CaptchaProvider } from '@inkproof/protocol/captcha'

/** The part of `turnstile` and `hcaptcha` used here, which is the same in both. */
export type WidgetApi = {
  render(container: HTMLElement, options: Readonly<Record<string, unknown>>): string
  remove(widgetId: string): void
}

/** A provider's widget, ready to be put on the page. */
export type ProviderWidget = { provider: CaptchaProvider; siteKey: string; api: WidgetApi }

const SCRIPTS: Record<CaptchaProvider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off&sentry=false',
}

/**
 * Adds the provider's script and looks for what it defines.
 *
 * @throws Error when the script cannot be fetched, or the signal ends it.
 */
export function loadWidget(
  provider: CaptchaProvider,
  siteKey: string,
  lookEveryMs: number,
  ended: AbortSignal,
): Promise<ProviderWidget> {
  const script = addScript(SCRIPTS[provider])
  let watch: ReturnType<typeof setInterval> | undefined
  return new Promise<WidgetApi>((resolve, reject) => {
    const look = () => {
      const api = apiOf(provider)
      if (api) resolve(api)
    }
    watch = setInterval(look, lookEveryMs)
    const end = (reason: unknown) => {
      // A script that failed is not asked again unless it is added anew.
      script.remove()
      reject(reason)
    }
    script.addEventListener('error', () => end(new Error('the script could not be fetched')))
    ended.addEventListener('abort', () => !apiOf(provider) && end(ended.reason))
    look()
  })
    .finally(() => clearInterval(watch))
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
