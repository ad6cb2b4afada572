import { t } from '@inkproof/texts/text'

/** Shows that the frame could not start. Uses neither React nor `packages/ui`, which may be the cause. */
export function showInitFailure(error: unknown): void {
  const root = document.getElementById('root')
  if (root === null) return
  const title = createElement(
    'h1',
    'font-medium text-3xl text-ink tracking-tighter',
    t('Something went wrong'),
  )
  const reason = createElement(
    'p',
    'mt-4 text-ink-muted text-lg',
    t('Failed to initialize application.'),
  )
  const detail = createElement('p', 'mt-2 text-ink-faint text-sm', String(error))
  const refresh = createElement(
    'button',
    'mt-8 text-accent-ink underline',
    t('Refresh Application'),
  )
  refresh.addEventListener('click', () => location.reload())
  const main = createElement('main', 'mx-auto w-full max-w-lg px-4 pt-16', '')
  main.setAttribute('role', 'alert')
  main.append(title, reason, detail, refresh)
  root.replaceChildren(main)
}

function createElement(tag: string, className: string, text: string): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  element.textContent = text
  return element
}
