/**
 * The browser's side of `npm run dev`: reloads the page after each build, and shows errors above it. Served as a classic
 * script, so that it runs under the policy of every page.
 */
const { version } = document.currentScript.dataset

const events = new EventSource('/@dev/events')
events.addEventListener('state', ({ data }) => {
  const state = JSON.parse(data)
  if (state.version !== null && state.version !== version) location.reload()
  else show(state.problem)
})

let panel = null

function show(problem) {
  panel?.remove()
  panel = null
  if (problem === null) return
  panel = document.createElement('div')
  panel.id = 'dev-problem'
  const root = panel.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLES)
  root.adoptedStyleSheets = [sheet]
  root.append(makePanel(problem))
  document.documentElement.append(panel)
}

function makePanel({ title, text }) {
  const section = make('section', '')
  section.setAttribute('role', 'alert')
  const close = make('button', 'Hide')
  close.type = 'button'
  close.addEventListener('click', () => show(null))
  const header = make('header', '')
  header.append(make('h2', title), close)
  section.append(header, make('pre', text))
  section.append(make('p', 'This message disappears when the error is fixed.'))
  return section
}

function make(name, text) {
  const element = document.createElement(name)
  element.textContent = text
  return element
}

const STYLES = `
section { position: fixed; z-index: 2147483647; inset: auto 0 0 0; max-height: 60vh; display: flex;
  flex-direction: column; gap: 12px; padding: 16px 20px; box-sizing: border-box; color: #f4f4f5; background: #18181b;
  border-top: 3px solid #ef4444; font: 14px/1.5 system-ui, sans-serif; }
header { display: flex; align-items: center; justify-content: space-between; gap: 16px; }
h2 { margin: 0; font-size: 16px; font-weight: 600; }
pre { margin: 0; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
  font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; }
p { margin: 0; color: #a1a1aa; }
button { min-height: 32px; padding: 4px 12px; color: inherit; background: transparent; border: 1px solid #52525b;
  border-radius: 6px; font: inherit; cursor: pointer; }
button:hover { background: #27272a; }
button:focus-visible { outline: 2px solid #93c5fd; outline-offset: 2px; }
`
