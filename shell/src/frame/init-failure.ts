import { t } from '@inkproof/texts/text'

/** Shown if the frame could not start: uses neither React nor packages, which may be the cause. */
export function showInitFailure(error: unknown): void {
  const root = document.getElementById('root')
  if (root === null) return
  const title = element(
    'h1',
    'font-medium text-3xl text-ink tracking-tighter',
    t('Something went wrong'),
  )
  const reason = element('p', 'mt-4 text-ink-muted text-lg', t('Failed to initialize application.'))
  const detail = element('p', 'mt-2 text-ink-faint text-sm', String(error))
  const refresh = element('button', 'mt-8 text-accent-ink underline', t('Refresh Application'))
  refresh.addEventListener('click', () => location.reload())
  const main = element('main', 'mx-auto w-full max-w-lg px-4 pt-16', '')
  main.setAttribute('role', 'alert')
  main.append(title, reason, detail, refresh)
  root.replaceChildren(main)
}

function element(tag: string, className: string, text: string): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}
