/**
 * Runs in <head> before the first paint and sets the classes on <html> that the first screen depends on: the theme,
 * `signed-in` for a visitor with a stored session, and `translated` for a visitor whose language is not English, to whom
 * the first screen is not shown.
 */
import { readStored, THEME_KEY, TOKEN_KEY, USER_KEY } from '@inkproof/slice/storage'
import { chooseLanguage, LANGUAGE_KEY } from './choose-language.ts'

const PAINT_TIMEOUT_MS = 300

const { classList } = document.documentElement
/** Written by the release. */
const settings = document.currentScript?.dataset ?? {}

classList.add(readStored(THEME_KEY) === 'light' ? 'light' : 'dark')
if (readStored(TOKEN_KEY) !== null && readStored(USER_KEY) !== null) classList.add('signed-in')

// The list in #shell-texts has not been parsed yet.
const released = settings['languages']?.split(' ').filter(Boolean) ?? []
const preferred = [readStored(LANGUAGE_KEY) ?? '', ...navigator.languages]
if (chooseLanguage(preferred, released) !== 'en') classList.add('translated')

startAfterPaint()

/**
 * Loads the shell once the first screen has been painted, so that starting it does not delay the paint. Its file is
 * preloaded. A page without a first screen starts at once; one that is not painted, such as in a background tab, after
 * {@link PAINT_TIMEOUT_MS}.
 */
function startAfterPaint(): void {
  const shell = document.createElement('script')
  shell.src = settings['shell'] ?? ''
  shell.integrity = settings['integrity'] ?? ''
  // Appending the same element again does nothing.
  const start = () => document.head.append(shell)
  const paints = new PerformanceObserver(() => setTimeout(start))
  paints.observe({ type: 'paint', buffered: true })
  addEventListener('DOMContentLoaded', () => {
    const isPainted = document.querySelector('#root > *') !== null
    setTimeout(start, isPainted ? PAINT_TIMEOUT_MS : 0)
  })
}
